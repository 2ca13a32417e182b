import { mdiKeyOutline } from '@mdi/js';
import { Badge } from '../../../ui/badge.tsx';
import { DiffView } from '../../../ui/diff-view.tsx';
import { Mono } from '../../../ui/mono.tsx';
import type { ReviewEntry } from '../state/review.ts';
import type { Remark } from '../state/rows.ts';
import { Quiet, Row, Spring, Stack } from './layout.ts';
import { MarkBadge } from './mark-badge.tsx';
import { WarningLine } from './warning-line.tsx';

interface ChangeEntryProps {
  entry: ReviewEntry;
  remarks?: readonly Remark[];
}

/** One changed setting: its name, before and after, and what does not fit together then. */
export function ChangeEntry({ entry, remarks = [] }: ChangeEntryProps) {
  const { key, secret, mark, before, after, notes } = entry;
  // Both masks of a changed secret read the same; they must not be drawn as unchanged.
  const sides = secret && mark === 'changed' ? { before: 'before', after: 'after' } : { before, after };
  return (
    <Stack gap={6} as="section" aria-label={key}>
      <Row gap={6}>
        <Mono style={{ fontWeight: 550, overflowWrap: 'anywhere', minWidth: 0 }}>{key}</Mono>
        <Spring />
        {secret ? <Badge icon={mdiKeyOutline}>Secret</Badge> : null}
        <MarkBadge mark={mark} />
      </Row>
      {before === after && !secret ? null : (
        <DiffView label={`Change of ${key}`} {...sides} masked={secret} maxHeight={320} />
      )}
      {notes.map((note) => (
        <Quiet key={note}>{note}</Quiet>
      ))}
      {remarks.map(({ meaning, message }) => (
        <WarningLine key={message} meaning={meaning}>
          {message}
        </WarningLine>
      ))}
    </Stack>
  );
}
