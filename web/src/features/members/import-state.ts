import type { Dialect } from '@mission-control/contract/members/columns';
import { duplicateColumns } from '@mission-control/contract/members/mapping';
import type { Checked, ReadSheet } from './sheet/sheet-messages.ts';

/** Upload progress in bytes; once all is sent, the server is working. */
export interface Sent {
  sent: number;
  all: number;
}

/** Validation of the members; any change of a column or the dialect resets it. */
type Check = { is: 'open' } | ({ is: 'running' } & Sent) | ({ is: 'done' } & Checked);

export interface Acquired {
  is: 'acquired';
  file: string;
  sheet: ReadSheet;
  /** The chosen field for each column of the spreadsheet. */
  headers: readonly string[];
  check: Check;
  /** The current SQL was downloaded. */
  kept: boolean;
}

export interface ImportState {
  dialect: Dialect;
  phase: { is: 'start' } | ({ is: 'sending'; file: string } & Sent) | Acquired;
}

export type ImportEvent =
  | { type: 'sending'; file: string; all: number }
  | ({ type: 'sent' } & Sent)
  | { type: 'acquired'; file: string; sheet: ReadSheet }
  | { type: 'mapped'; column: number; header: string }
  | { type: 'dialect'; dialect: Dialect }
  | { type: 'validating' }
  | { type: 'checked'; checked: Checked }
  /** The request failed or was cancelled. */
  | { type: 'failed' }
  | { type: 'downloaded' }
  | { type: 'reset' };

export const START: ImportState = { dialect: 'mariadb', phase: { is: 'start' } };

const OPEN: Check = { is: 'open' };

/** Next state of the import after an event [IMP-09] [IMP-10] [IMP-12] [IMP-13]. */
export function nextImport(state: ImportState, event: ImportEvent): ImportState {
  const { phase } = state;
  if (event.type === 'reset') return START;
  if (event.type === 'dialect') {
    return { dialect: event.dialect, phase: phase.is === 'acquired' ? unchecked(phase) : phase };
  }
  if (event.type === 'sending')
    return { ...state, phase: { is: 'sending', file: event.file, sent: 0, all: event.all } };
  if (event.type === 'acquired') {
    const { file, sheet } = event;
    return { ...state, phase: { is: 'acquired', file, sheet, headers: sheet.suggested, check: OPEN, kept: false } };
  }
  return { ...state, phase: phase.is === 'acquired' ? nextAcquired(phase, event) : nextSending(phase, event) };
}

type LaterEvent = Exclude<ImportEvent, { type: 'reset' | 'dialect' | 'sending' | 'acquired' }>;

function nextSending(phase: ImportState['phase'], event: LaterEvent): ImportState['phase'] {
  if (phase.is !== 'sending') return phase;
  if (event.type === 'sent') return { ...phase, sent: event.sent, all: event.all };
  return event.type === 'failed' ? { is: 'start' } : phase;
}

function nextAcquired(phase: Acquired, event: LaterEvent): Acquired {
  switch (event.type) {
    case 'mapped': {
      const headers = phase.headers.with(event.column, event.header);
      return { ...unchecked(phase), headers };
    }
    case 'validating':
      return { ...phase, check: { is: 'running', sent: 0, all: 0 } };
    case 'sent':
      return phase.check.is === 'running'
        ? { ...phase, check: { ...phase.check, sent: event.sent, all: event.all } }
        : phase;
    case 'checked':
      return { ...phase, check: { is: 'done', ...event.checked } };
    case 'failed':
      return unchecked(phase);
    case 'downloaded':
      return { ...phase, kept: true };
  }
}

const unchecked = (phase: Acquired): Acquired => ({ ...phase, check: OPEN, kept: false });

/** Fields chosen for more than one column [IMP-14] [IMP-15]. */
export const duplicatesOf = ({ headers }: Acquired): ReadonlySet<string> => new Set(duplicateColumns(headers));

/** The SQL file of validated members [IMP-11]. */
export const sqlOf = ({ check }: Acquired): Blob | null => (check.is === 'done' && check.valid ? check.sql : null);
