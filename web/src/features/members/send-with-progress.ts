import { ApiError } from '../../lib/api/api-error.ts';

/** An unparsed response: the worker parses it. */
export interface RawAnswer {
  status: number;
  body: Blob;
  requestId: string | null;
}

export interface SendHooks {
  /** Receives the bytes sent so far and in total. */
  onSent?: ((sent: number, all: number) => void) | undefined;
  signal: AbortSignal;
}

/** Allows for a large spreadsheet over a slow connection. */
const TIMEOUT_MS = 600_000;

/**
 * Posts a body and reports upload progress, which fetch cannot.
 * @throws ApiError without a response; the signal's reason or an AbortError when aborted
 */
export function sendWithProgress(
  path: string,
  body: FormData | Blob,
  token: string,
  { onSent, signal }: SendHooks,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'blob';
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onSent?.(loaded, total);
    request.onload = () => {
      const answer = request.response as Blob;
      resolve({ status: request.status, body: answer, requestId: request.getResponseHeader('x-request-id') });
    };
    request.onerror = () =>
      reject(noResponseError('offline', 'The server cannot be reached. Check the connection, then try again.'));
    request.ontimeout = () => reject(noResponseError('timeout', 'The server did not respond within 10 minutes.'));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(new DOMException('The request was aborted.', 'AbortError'));
    });
    request.send(body);
  });
}

const noResponseError = (code: 'offline' | 'timeout', message: string) =>
  new ApiError({ status: 0, code, messages: [message], requestId: null });
