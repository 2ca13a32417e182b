import type { Dialect } from '@mission-control/contract/members/columns';
import { membersImported } from '@mission-control/contract/members/wording';
import { toast } from '../../../ui/toast.ts';
import { sendMembers, sendSpreadsheet } from '../queries.ts';
import type { SheetDesk } from '../sheet/sheet-desk.ts';
import { SheetError } from '../sheet/sheet-error.ts';
import type { Acquired, ImportEvent } from './import-state.ts';
import { toastFindings } from './toast-findings.ts';

/** What long work needs of the page. */
interface Place {
  desk: SheetDesk;
  tell: (event: ImportEvent) => void;
  signal: AbortSignal;
}

const progress = (tell: Place['tell']) => (sent: number, all: number) => tell({ type: 'sent', sent, all });

/** Has a spreadsheet read, and says how many members came [IMP-24]. @throws ApiError, SheetError */
export async function readFile(file: File, { desk, tell, signal }: Place): Promise<void> {
  const answer = await sendSpreadsheet(file, { onSent: progress(tell), signal });
  const read = await desk.ask('read', { answer });
  if (signal.aborted) return;
  if (!read.valid) throw new SheetError(read.error);
  tell({ type: 'acquired', file: file.name, sheet: read.sheet });
  toast.success(membersImported(read.sheet.count));
}

/** Has the members checked and the SQL made. @throws ApiError, SheetError */
export async function checkMembers(phase: Acquired, dialect: Dialect, { desk, tell, signal }: Place): Promise<void> {
  const body = await desk.ask('body', { headers: phase.headers, dialect, headerRow: phase.sheet.headerRow });
  const answer = await sendMembers(body, { onSent: progress(tell), signal });
  const checked = await desk.ask('check', { answer });
  if (signal.aborted) return;
  tell({ type: 'checked', checked });
  toastFindings(checked.errors, checked.warnings);
}
