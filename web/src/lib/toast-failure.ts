import { toast } from '../ui/toast.ts';
import { ApiError } from './api-error.ts';
import { toastError } from './toast-error.ts';

/**
 * Says in the words of the documents that a tool failed.
 * @param wording is given the reason, '' when the server gave none
 */
export function toastFailure(error: unknown, wording: (reason: string) => string): void {
  if (!(error instanceof ApiError)) return toastError(error);
  // Of a missing role the client itself has told.
  if (error.announced) return;
  const detail = error.requestId === null ? undefined : `req ${error.requestId}`;
  toast.error(wording(error.wordless ? '' : error.messages.join(' ')), { detail });
}
