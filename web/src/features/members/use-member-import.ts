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
import { downloadFile } from '../../ui/action/download-file.ts';
import { visibleText } from '../../ui/display/visible-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import { sendMembers, sendSpreadsheet } from './queries.ts';
import { createSheetClient, type SheetClient } from './sheet/sheet-client.ts';
import { SheetError } from './sheet/sheet-messages.ts';
import { duplicatesOf, nextImport, sqlOf, START, type Acquired, type ImportEvent } from './import-state.ts';

/** Shows a toast for each error and warning [IMP-25]. */
function toastFindings(errors: readonly string[], warnings: readonly string[]): void {
  for (const text of errors) toast.error(text);
  for (const text of warnings) toast.warning(text);
}

interface Context {
  client: SheetClient;
  dispatch: (event: ImportEvent) => void;
  signal: AbortSignal;
}

const progress = (dispatch: Context['dispatch']) => (sent: number, all: number) =>
  dispatch({ type: 'sent', sent, all });

/** Uploads a spreadsheet and reports the number of members [IMP-24]. @throws ApiError, SheetError */
async function readFile(file: File, { client, dispatch, signal }: Context): Promise<void> {
  const answer = await sendSpreadsheet(file, { onSent: progress(dispatch), signal });
  const read = await client.ask('read', { answer });
  if (signal.aborted) return;
  if (!read.valid) throw new SheetError(read.error);
  dispatch({ type: 'acquired', file: visibleText(file.name), sheet: read.sheet });
  toast.success(membersImported(read.sheet.count));
}

/** Validates the members and keeps their SQL. @throws ApiError, SheetError */
async function checkMembers(phase: Acquired, dialect: Dialect, { client, dispatch, signal }: Context): Promise<void> {
  const body = await client.ask('body', { headers: phase.headers, dialect, headerRow: phase.sheet.headerRow });
  const answer = await sendMembers(body, { onSent: progress(dispatch), signal });
  const checked = await client.ask('check', { answer });
  if (signal.aborted) return;
  dispatch({ type: 'checked', checked });
  toastFindings(checked.errors, checked.warnings);
}

/** Runs one request at a time: the next one, or leaving the page, aborts the previous one. */
function useLatestRequest() {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => running.current?.abort();
  return {
    run(work: (signal: AbortSignal) => Promise<void>, failed: (error: unknown) => void) {
      stop();
      const request = new AbortController();
      running.current = request;
      work(request.signal).catch((error: unknown) => {
        if (!request.signal.aborted) failed(error);
      });
    },
    stop,
  };
}

/** Reports a failed request [IMP-23]. @param wording receives the reason */
function toastReason(error: unknown, wording: (reason: string) => string): void {
  if (error instanceof SheetError) toast.error(wording(error.message));
  else if (error instanceof ApiError && !error.announced) {
    const detail = error.requestId === null ? undefined : `req ${error.requestId}`;
    toast.error(wording(error.messages.join(' ')), { detail });
  } else toastError(error);
}

const TOO_LARGE = 'The file has more than 25 MB. Split it into several.';

/** State and actions of the import. */
export function useMemberImport() {
  const [state, dispatch] = useReducer(nextImport, START);
  const [client] = useState(() => createSheetClient());
  const { run, stop } = useLatestRequest();
  useEffect(() => () => client.clear(), [client]);
  const failed = (wording: (reason: string) => string) => (error: unknown) => {
    dispatch({ type: 'failed' });
    toastReason(error, wording);
  };
  return {
    state,
    client,
    /** Reads a spreadsheet [IMP-01]. */
    upload(file: File) {
      if (file.size > SHEET_LIMITS.bytes) return toast.error(uploadFailed(TOO_LARGE));
      dispatch({ type: 'sending', file: visibleText(file.name), all: file.size });
      return run((signal) => readFile(file, { client, dispatch, signal }), failed(uploadFailed));
    },
    /** Validates the members, unless a field is chosen twice [IMP-10]. */
    validate(phase: Acquired) {
      const errors = [...duplicatesOf(phase)].map(duplicateColumn);
      if (errors.length > 0) {
        dispatch({ type: 'checked', checked: { valid: false, sql: null, count: 0, errors, warnings: [], cells: [] } });
        return toastFindings(errors, []);
      }
      dispatch({ type: 'validating' });
      return run((signal) => checkMembers(phase, state.dialect, { client, dispatch, signal }), failed(String));
    },
    map(column: number, header: string) {
      stop();
      dispatch({ type: 'mapped', column, header });
    },
    chooseDialect(dialect: Dialect) {
      if (dialect === state.dialect) return;
      stop();
      dispatch({ type: 'dialect', dialect });
    },
    /** Saves the SQL under its own name [IMP-08]. */
    download(phase: Acquired) {
      const sql = sqlOf(phase);
      if (!sql) return;
      downloadFile(phase.sheet.output, sql);
      dispatch({ type: 'downloaded' });
    },
    /** Cancels the validation. */
    cancel() {
      stop();
      dispatch({ type: 'failed' });
    },
    /** Cancels any request and closes the spreadsheet [IMP-13]. */
    reset() {
      stop();
      client.clear();
      dispatch({ type: 'reset' });
    },
  };
}

export type MemberImport = ReturnType<typeof useMemberImport>;
