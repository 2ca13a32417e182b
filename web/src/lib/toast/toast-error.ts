import { toast } from '../../ui/toast/toast.ts';
import { ApiError } from '../api/api-error.ts';

interface ToastErrorOptions {
  /** Also shows errors that the client has already announced. */
  evenIfAnnounced?: boolean;
  /** Additional details for the user. */
  facts?: string | undefined;
}

/** Shows every message of a failure as its own toast (ERR-04), with the request id. */
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

/**
 * Reports a tool's failure in the documented wording.
 * @param wording takes the reason, '' when the server gave none
 */
export function toastFailure(error: unknown, wording: (reason: string) => string): void {
  if (!(error instanceof ApiError)) return toastError(error);
  // The client has already announced missing roles.
  if (error.announced) return;
  const request = error.requestId === null ? [] : [`req ${error.requestId}`];
  const [reason, ...more] = error.hasNoReason ? ['', ...error.messages] : [error.messages.join(' ')];
  toast.error(wording(reason), { detail: [...more, ...request].join('\n') || undefined });
}

/** The reason of a failure, with the request id if there is one. */
export function reasonText(error: Error): string {
  return error instanceof ApiError && error.requestId !== null
    ? `${error.message} req ${error.requestId}`
    : error.message;
}

/** Reports each failed part of a stored change; servers send one text or a list (C-035). */
export function toastServerErrors(error: string | readonly string[] | undefined): void {
  for (const message of typeof error === 'string' ? [error] : (error ?? [])) toast.error(message);
}
