import type { Call } from '@mission-control/contract/call';
import type { ErrorBody, ErrorCode } from '@mission-control/contract/errors';

/** `offline`: no response; `timeout`: none in time; the others are the server's own codes. */
export type ApiErrorCode = ErrorCode | 'offline' | 'timeout' | 'unreadable';

interface ApiErrorParts {
  /** HTTP status; 0 without a response. */
  status: number;
  code: ApiErrorCode;
  /** One or more sentences for the user, never empty. */
  messages: readonly [string, ...string[]];
  /** To quote in a support request; null when the call never reached the server. */
  requestId: string | null;
  fields?: Readonly<Record<string, string>> | undefined;
  details?: unknown;
  /** Output of a run that failed. */
  output?: string | undefined;
  /** The server gave no reason; the message comes from the client. */
  hasNoReason?: boolean;
}

/** A failed call, with messages fit for display. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly messages: readonly [string, ...string[]];
  readonly requestId: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly details: unknown;
  readonly output: string | undefined;
  readonly hasNoReason: boolean;
  /** True once the client has shown the error, so that a screen does not show it again. */
  announced = false;

  constructor(parts: ApiErrorParts, options?: ErrorOptions) {
    super(parts.messages.join(' '), options);
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.messages = parts.messages;
    this.requestId = parts.requestId;
    this.fields = parts.fields ?? {};
    this.details = parts.details;
    this.output = parts.output;
    this.hasNoReason = parts.hasNoReason ?? false;
  }
}

/** The response was lost on the way; a change may still have been made. */
export const lostResponseText = (call: Pick<Call, 'method'>): string =>
  `The connection was lost before the response was complete. ${
    call.method === 'GET' ? 'Try again.' : 'Check whether the change was made, then try again.'
  }`;

const READ: Pick<Call, 'method'> = { method: 'GET' };

/** Statuses of a proxy that forwarded the call and got no response. */
const CUT_BY_PROXY: readonly number[] = [502, 504];

/** Parses an error response; a foreign body still yields a readable error. */
export async function readApiError(response: Response, call = READ): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const body = parseObject(text);
  const messages = messagesOf(body, text);
  const requestId = typeof body?.request_id === 'string' ? body.request_id : response.headers.get('x-request-id');
  return new ApiError({
    status: response.status,
    code: body?.code ?? codeOfStatus(response.status),
    hasNoReason: messages === null,
    messages: messages ?? [
      call.method !== 'GET' && CUT_BY_PROXY.includes(response.status)
        ? lostResponseText(call)
        : `The server responded with status ${response.status}.`,
    ],
    requestId,
    fields: body?.fields,
    details: body?.details,
    output: body?.output,
  });
}

function parseObject(text: string): Partial<ErrorBody> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function messagesOf(body: Partial<ErrorBody> | undefined, text: string): [string, ...string[]] | null {
  const said: unknown[] = Array.isArray(body?.error) ? body.error : [body ? (body.error ?? body.msg) : plainText(text)];
  const [first, ...rest] = said
    .filter((message) => typeof message === 'string')
    .filter((message) => message.trim() !== '');
  return first === undefined ? null : [first, ...rest];
}

/** Longer messages are truncated. */
const MAX_TEXT_LENGTH = 500;

/** A non-JSON body as a message [CFG-44]; HTML, as proxies send it, yields ''. */
function plainText(text: string): string {
  const trimmed = text.trim();
  if (trimmed.startsWith('<')) return '';
  return trimmed.length > MAX_TEXT_LENGTH ? `${trimmed.slice(0, MAX_TEXT_LENGTH)}…` : trimmed;
}

/** For responses of intermediate proxies, which do not send our codes. */
function codeOfStatus(status: number): ApiErrorCode {
  if (status === 401) return 'not_signed_in';
  if (status === 403) return 'sign_in_required';
  if (status === 404) return 'not_found';
  if (status === 502 || status === 503 || status === 504) return 'unavailable';
  return status >= 500 ? 'internal' : 'bad_request';
}
