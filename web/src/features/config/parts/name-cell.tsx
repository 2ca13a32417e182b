import { mdiEyeOffOutline, mdiKeyOutline, mdiSourceCommit } from '@mdi/js';
import { Badge } from '../../../ui/badge.tsx';
import type { ConfigRow } from '../state/rows.ts';
import { CellText, NameBox, Wrap } from './layout.ts';
import { MarkBadge } from './mark-badge.tsx';
import { WarningLine } from './warning-line.tsx';

/** The name of a setting with its marks, and below it what does not fit together. */
export function NameCell({ row }: { row: ConfigRow }) {
  return (
    <NameBox>
      <Wrap>
        <CellText gone={row.mark === 'removed'} title={row.key}>
          {row.key}
        </CellText>
        {row.mark ? <MarkBadge mark={row.mark} /> : null}
        {row.secret ? <Badge icon={mdiKeyOutline}>Secret</Badge> : null}
        {row.notExported ? (
          <Badge icon={mdiEyeOffOutline} title="Kept in the console, left out of the published file">
            Not exported
          </Badge>
        ) : null}
        {row.notCommitted ? (
          <Badge tone="notice" icon={mdiSourceCommit} title="Saved, not on the servers yet">
            Not committed
          </Badge>
        ) : null}
      </Wrap>
      {row.remarks.map(({ meaning, message }) => (
        <WarningLine key={message} meaning={meaning}>
          {message}
        </WarningLine>
      ))}
      {row.theirs ? <WarningLine>{theirsText(row, row.theirs.value)}</WarningLine> : null}
    </NameBox>
  );
}

function theirsText(row: ConfigRow, value: string | null): string {
  const now = value === null ? 'removed' : row.secret ? 'changed' : `saved as ${value}`;
  return `Meanwhile ${now} by somebody else. Save asks which one to keep.`;
}
