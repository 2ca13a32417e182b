import type { ErrorBody, ErrorCode } from '@mission-control/contract/errors';

/** `offline`: no answer came at all; `timeout`: none within the limit; the others are the server's own codes. */
export type ApiErrorCode = ErrorCode | 'offline' | 'timeout' | 'unreadable';

interface ApiErrorParts {
  /** HTTP status; 0 when there was no answer. */
  status: number;
  code: ApiErrorCode;
  /** One or more sentences for the person, never empty. */
  messages: readonly [string, ...string[]];
  /** To quote when asking for help; null when the request never reached the server. */
  requestId: string | null;
  fields?: Readonly<Record<string, string>> | undefined;
  details?: unknown;
  /** What a run wrote before it failed. */
  output?: string | undefined;
  /** The server gave no reason; the message is the client's own. */
  wordless?: boolean;
}

/** A call that did not succeed, in words that can be shown. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly messages: readonly [string, ...string[]];
  readonly requestId: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly details: unknown;
  readonly output: string | undefined;
  readonly wordless: boolean;
  /** True once the client itself has told the person, so that a screen does not say it again. */
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
    this.wordless = parts.wordless ?? false;
  }
}

/** Reads the error of an answer; a body that is not the console's own still gives a readable error. */
export async function readApiError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const body = parseObject(text);
  const messages = messagesOf(body, text);
  const requestId = typeof body?.request_id === 'string' ? body.request_id : response.headers.get('x-request-id');
  return new ApiError({
    status: response.status,
    code: body?.code ?? codeOfStatus(response.status),
    wordless: messages === null,
    messages: messages ?? [`The server answered with status ${response.status}.`],
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

/** More of a body than this is no message. */
const LONGEST_TEXT = 500;

/** A body that is no JSON, as a message [CFG-44]; a page of HTML, as proxies send it, is none. */
function plainText(text: string): string {
  const trimmed = text.trim();
  if (trimmed.startsWith('<')) return '';
  return trimmed.length > LONGEST_TEXT ? `${trimmed.slice(0, LONGEST_TEXT)}…` : trimmed;
}

/** For answers of a proxy in between, which know nothing of our codes. */
function codeOfStatus(status: number): ApiErrorCode {
  if (status === 401) return 'not_signed_in';
  if (status === 403) return 'sign_in_required';
  if (status === 404) return 'not_found';
  if (status === 502 || status === 503 || status === 504) return 'unavailable';
  return status >= 500 ? 'internal' : 'bad_request';
}
