import { ApiError } from '../../lib/api-error.ts';
import { toastError } from '../../lib/toast-error.ts';
import { toast } from '../../ui/toast.ts';

/** Says in the words of the documents that a tool failed, and why. */
export function toastFailure(error: unknown, wording: (why: string) => string): void {
  if (!(error instanceof ApiError)) return toastError(error);
  // Of a missing role the client itself has told.
  if (error.announced) return;
  const detail = error.requestId === null ? undefined : `req ${error.requestId}`;
  toast.error(wording(error.messages.join(' ')), { detail });
}
