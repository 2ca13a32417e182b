import { ApiError } from '../../lib/api/api-error.ts';

/** What arrived, unread: reading much of it is the work of another thread. */
export interface RawAnswer {
  status: number;
  body: Blob;
  requestId: string | null;
}

export interface SendHooks {
  /** Bytes of the request that have left, of all. */
  onSent?: ((sent: number, all: number) => void) | undefined;
  signal: AbortSignal;
}

/** Sending a big spreadsheet over a slow line takes so long. */
const LIMIT_MS = 600_000;

/**
 * Posts a body and tells how much of it has left; fetch cannot.
 * @throws ApiError without an answer, the signal's reason when it was called off
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
    request.timeout = LIMIT_MS;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onSent?.(loaded, total);
    request.onload = () => {
      const answer = request.response as Blob;
      resolve({ status: request.status, body: answer, requestId: request.getResponseHeader('x-request-id') });
    };
    request.onerror = () =>
      reject(noAnswer('offline', 'The server cannot be reached. Check the connection, then try again.'));
    request.ontimeout = () => reject(noAnswer('timeout', 'The server did not answer within 10 minutes.'));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(new DOMException('The request was called off.', 'AbortError'));
    });
    request.send(body);
  });
}

const noAnswer = (code: 'offline' | 'timeout', message: string) =>
  new ApiError({ status: 0, code, messages: [message], requestId: null });
