import { toast } from '../ui/toast.ts';
import { ApiError } from './api-error.ts';

interface ToastErrorOptions {
  /** Also for an error of which the client itself has told the person. */
  evenIfAnnounced?: boolean;
  /** What the person should know besides. */
  facts?: string | undefined;
}

/** Shows every message of a failure as a toast of its own (ERR-04), with the request id to quote. */
export function toastError(error: unknown, { evenIfAnnounced = false, facts }: ToastErrorOptions = {}): void {
  if (!(error instanceof ApiError)) {
    toast.error('Something went wrong in this page. Reload it and try again.');
    return;
  }
  if (error.announced && !evenIfAnnounced) return;
  const request = error.requestId === null ? undefined : `req ${error.requestId}`;
  const detail = facts === undefined ? request : [facts, request].filter(Boolean).join('\n');
  for (const message of error.messages) toast.error(message, { detail });
}
