import { SHEET_LIMITS, type Dialect } from '@mission-control/contract/members/columns';
import { duplicateColumn, uploadFailed } from '@mission-control/contract/members/wording';
import { useEffect, useReducer, useState } from 'react';
import { toast } from '../../ui/toast.ts';
import { createSheetDesk } from './sheet/sheet-desk.ts';
import { duplicatesOf, nextImport, sqlOf, START, type Acquired } from './state/import-state.ts';
import { checkMembers, readFile } from './state/import-work.ts';
import { saveSql } from './state/save-sql.ts';
import { toastFindings } from './state/toast-findings.ts';
import { toastTrouble } from './state/toast-trouble.ts';
import { useOneWork } from './use-one-work.ts';

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
