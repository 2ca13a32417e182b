import { ApiError } from '../../../lib/api-error.ts';
import { toastError } from '../../../lib/toast-error.ts';
import { toast } from '../../../ui/toast.ts';
import { SheetError } from '../sheet/sheet-error.ts';

/** Says why a spreadsheet could not be worked with [IMP-23]. @param wording is given the reason */
export function toastTrouble(error: unknown, wording: (reason: string) => string): void {
  if (error instanceof SheetError) toast.error(wording(error.message));
  else if (error instanceof ApiError && !error.announced) {
    const detail = error.requestId === null ? undefined : `req ${error.requestId}`;
    toast.error(wording(error.messages.join(' ')), { detail });
  } else toastError(error);
}
