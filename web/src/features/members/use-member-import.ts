import {
  SHEET_LIMITS,
  type Dialect,
  duplicateColumn,
  uploadFailed,
  membersImported,
} from '@mission-control/contract/members/columns';
import { useEffect, useReducer, useState, useRef } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { toastError } from '../../lib/toast/toast-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { sendMembers, sendSpreadsheet } from './queries.ts';
import { createSheetDesk, type SheetDesk } from './sheet/sheet-desk.ts';
import { SheetError } from './sheet/sheet-messages.ts';
import { duplicatesOf, nextImport, sqlOf, START, type Acquired, type ImportEvent } from './state/import-state.ts';

/** Says each error as an error and each warning as a warning [IMP-25]. */
function toastFindings(errors: readonly string[], warnings: readonly string[]): void {
  for (const text of errors) toast.error(text);
  for (const text of warnings) toast.warning(text);
}

/** What long work needs of the page. */
interface Place {
  desk: SheetDesk;
  tell: (event: ImportEvent) => void;
  signal: AbortSignal;
}

const progress = (tell: Place['tell']) => (sent: number, all: number) => tell({ type: 'sent', sent, all });

/** Has a spreadsheet read, and says how many members came [IMP-24]. @throws ApiError, SheetError */
async function readFile(file: File, { desk, tell, signal }: Place): Promise<void> {
  const answer = await sendSpreadsheet(file, { onSent: progress(tell), signal });
  const read = await desk.ask('read', { answer });
  if (signal.aborted) return;
  if (!read.valid) throw new SheetError(read.error);
  tell({ type: 'acquired', file: file.name, sheet: read.sheet });
  toast.success(membersImported(read.sheet.count));
}

/** Has the members checked and the SQL made. @throws ApiError, SheetError */
async function checkMembers(phase: Acquired, dialect: Dialect, { desk, tell, signal }: Place): Promise<void> {
  const body = await desk.ask('body', { headers: phase.headers, dialect, headerRow: phase.sheet.headerRow });
  const answer = await sendMembers(body, { onSent: progress(tell), signal });
  const checked = await desk.ask('check', { answer });
  if (signal.aborted) return;
  tell({ type: 'checked', checked });
  toastFindings(checked.errors, checked.warnings);
}

/** One work at a time: the next one, or leaving the page, calls off the one before, which is not heard any more. */
interface OneWork {
  run: (work: (signal: AbortSignal) => Promise<void>, failed: (error: unknown) => void) => void;
  stop: () => void;
}

/** Starts work that the person can call off. */
function useOneWork(): OneWork {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => running.current?.abort();
  return {
    run(work, failed) {
      stop();
      const own = new AbortController();
      running.current = own;
      work(own.signal).catch((error: unknown) => {
        if (!own.signal.aborted) failed(error);
      });
    },
    stop,
  };
}

/** Says why a spreadsheet could not be worked with [IMP-23]. @param wording is given the reason */
function toastTrouble(error: unknown, wording: (reason: string) => string): void {
  if (error instanceof SheetError) toast.error(wording(error.message));
  else if (error instanceof ApiError && !error.announced) {
    const detail = error.requestId === null ? undefined : `req ${error.requestId}`;
    toast.error(wording(error.messages.join(' ')), { detail });
  } else toastError(error);
}

/** Hands the SQL to the browser's downloads under its own name [IMP-08]. */
function saveSql(sql: Blob, name: string): void {
  const address = URL.createObjectURL(sql);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

const TOO_LARGE = 'The file has more than 25 MB. Split it into several.';

/** The import on the screen: its state, and what can be done with it. */
export function useMemberImport() {
  const [state, tell] = useReducer(nextImport, START);
  const [desk] = useState(() => createSheetDesk());
  const { run, stop } = useOneWork();
  useEffect(() => () => desk.clear(), [desk]);
  const failed = (wording: (reason: string) => string) => (error: unknown) => {
    tell({ type: 'failed' });
    toastTrouble(error, wording);
  };
  return {
    state,
    desk,
    /** Has a spreadsheet read [IMP-01]. */
    upload(file: File) {
      if (file.size > SHEET_LIMITS.bytes) return toast.error(uploadFailed(TOO_LARGE));
      tell({ type: 'sending', file: file.name, all: file.size });
      return run((signal) => readFile(file, { desk, tell, signal }), failed(uploadFailed));
    },
    /** Has the members checked and the SQL made, unless columns stand twice [IMP-10]. */
    validate(phase: Acquired) {
      const errors = [...duplicatesOf(phase)].map(duplicateColumn);
      if (errors.length > 0) {
        tell({ type: 'checked', checked: { valid: false, sql: null, count: 0, errors, warnings: [], cells: [] } });
        return toastFindings(errors, []);
      }
      tell({ type: 'validating' });
      return run((signal) => checkMembers(phase, state.dialect, { desk, tell, signal }), failed(String));
    },
    map(column: number, header: string) {
      stop();
      tell({ type: 'mapped', column, header });
    },
    chooseDialect(dialect: Dialect) {
      if (dialect === state.dialect) return;
      stop();
      tell({ type: 'dialect', dialect });
    },
    download(phase: Acquired) {
      const sql = sqlOf(phase);
      if (!sql) return;
      saveSql(sql, phase.sheet.output);
      tell({ type: 'downloaded' });
    },
    /** Calls off the validation. */
    cancel() {
      stop();
      tell({ type: 'failed' });
    },
    /** Calls off what runs, and forgets the spreadsheet [IMP-13]. */
    reset() {
      stop();
      desk.clear();
      tell({ type: 'reset' });
    },
  };
}

export type MemberImport = ReturnType<typeof useMemberImport>;
