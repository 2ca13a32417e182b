import { mdiArrowRight } from '@mdi/js';
import { actorName } from '@mission-control/contract/audit/actor-name';
import type { AuditEvent } from '@mission-control/contract/audit/calls';
import { useState, type ReactNode } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { DiffView } from '../../../ui/display/diff-view.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, monoText, narrow } from '../../../ui/theme/tokens.ts';
import { changeRows, whatHappened, type ChangeRow } from '../changes.ts';

export const Entry = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) auto',
  gap: '4px 16px',
  padding: '10px 16px',
  fontSize: 13,
  lineHeight: '20px',
  color: color.text2,
  '&:not(:last-child)': { borderBottom: `1px solid ${color.lineSoft}` },
  '& > p': { overflowWrap: 'anywhere' },
  '& b': { fontWeight: 550, color: color.text },
  '& > dl, & > div': { gridColumn: '1 / -1' },
  [narrow]: { padding: '10px 12px' },
});

const When = styled('span')({ fontSize: 12, color: color.text3, whiteSpace: 'nowrap' });

const Footer = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 12px',
  fontSize: 12,
  color: color.text3,
  overflowWrap: 'anywhere',
});

const Rows = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'minmax(80px, max-content) minmax(0,1fr)',
  gap: '4px 16px',
  fontSize: 12,
  '& > dt': { color: color.text3, overflowWrap: 'anywhere', maxWidth: 280 },
  '& > dd': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 8px',
    minWidth: 0,
    color: color.text3,
  },
  '& > dd > [role="group"]': { flex: 1, minWidth: 0 },
  [narrow]: { gridTemplateColumns: 'minmax(0,1fr)', gap: '2px' },
});

const Side = styled('span')({
  ...monoText,
  fontSize: 12,
  overflowWrap: 'anywhere',
  textDecoration: 'none',
  color: color.text2,
  'del&': { color: color.removedText, textDecoration: 'line-through' },
  'ins&': { color: color.addedText },
});

/** Longer values are shown as a line diff. */
const MAX_INLINE = 60;

function ChangeValue({ row: { label, before, after } }: { row: ChangeRow }) {
  const long = [before, after].some((text) => text !== null && (text.length > MAX_INLINE || text.includes('\n')));
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {long ? (
          <DiffView label={`Change of ${label}`} before={before} after={after} context={1} maxHeight={240} />
        ) : (
          <>
            {before === null ? null : <Side as="del">{before}</Side>}
            {before === null ? null : <Icon path={mdiArrowRight} size={12} label="became" />}
            {after === null ? <span>none</span> : <Side as="ins">{after}</Side>}
          </>
        )}
      </dd>
    </>
  );
}

const COLLAPSED_ROWS = 4;

interface ChangeEntryProps {
  event: AuditEvent;
  tenantName: string;
  footer?: ReactNode;
}

/** A recorded change: who, what, when, and the values before and after. */
export function ChangeEntry({ event, tenantName, footer }: ChangeEntryProps) {
  const [all, setAll] = useState(false);
  const rows = changeRows(event);
  const more = rows.length - COLLAPSED_ROWS;
  return (
    <Entry>
      <p>
        <b>{actorName(event)}</b> {whatHappened(event, tenantName)}
      </p>
      <When>
        <RelativeTime at={event.at} />
      </When>
      {rows.length > 0 ? (
        <Rows>
          {(all ? rows : rows.slice(0, COLLAPSED_ROWS)).map((row) => (
            <ChangeValue key={row.label} row={row} />
          ))}
        </Rows>
      ) : null}
      {footer ? <Footer>{footer}</Footer> : null}
      {more > 0 ? (
        <div>
          <ActionButton variant="ghost" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `${more} more`}
          </ActionButton>
        </div>
      ) : null}
    </Entry>
  );
}
