import { mdiArrowRight } from '@mdi/js';
import type { AuditEvent } from '@mission-control/contract/audit/calls';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { DiffView } from '../../../ui/display/diff-view.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { changeRows, type ChangeRow } from '../change-rows.ts';
import { whatHappened } from '../change-words.ts';
import { Entry, Rows, When, Side } from './change-layout.ts';

/** Longer values are compared line by line. */
const SHORT = 60;

/** One changed fact: before and after. */
function ChangeValue({ row: { label, before, after } }: { row: ChangeRow }) {
  const long = [before, after].some((text) => text !== null && (text.length > SHORT || text.includes('\n')));
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

/** More rows than this wait behind a button. */
const SHOWN = 4;

/** One change: who, what, when, and before and after. */
export function ChangeEntry({ event, tenantName }: { event: AuditEvent; tenantName: string }) {
  const [all, setAll] = useState(false);
  const rows = changeRows(event);
  const more = rows.length - SHOWN;
  return (
    <Entry>
      <p>
        <b>{event.actor}</b> {whatHappened(event, tenantName)}
      </p>
      <When>
        <RelativeTime at={event.at} />
      </When>
      {rows.length > 0 ? (
        <Rows>
          {(all ? rows : rows.slice(0, SHOWN)).map((row) => (
            <ChangeValue key={row.label} row={row} />
          ))}
        </Rows>
      ) : null}
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
