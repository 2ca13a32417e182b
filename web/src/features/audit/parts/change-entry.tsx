import type { AuditEvent } from '@mission-control/contract/audit/calls';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { changeRows } from '../change-rows.ts';
import { whatHappened } from '../change-words.ts';
import { Entry, Rows, When } from './change-layout.ts';
import { ChangeValue } from './change-value.tsx';

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
