import { createHash } from 'node:crypto';
import type { Call, CallAnswer, CallInput } from '@mission-control/contract/call';
import type { Ctx } from '../context.ts';

/** What a few handlers (sign-in, streams) need of the HTTP exchange itself. */
export interface Http {
  /** The body of a call that is `unread`, whose `input.body` is undefined. */
  bytes?: Uint8Array;
  cookies: Record<string, string | undefined>;
  ip: string;
  /** A request header; undefined when absent. */
  header(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  setCookie(name: string, value: string, options?: { maxAge?: number }): void;
  clearCookie(name: string): void;
}

/** An answer whose JSON is already written, for lists that are kept ready in memory. */
export class PreparedJson {
  readonly json: Buffer;
  readonly etag: string;
  constructor(json: Buffer, etag: string) {
    this.json = json;
    this.etag = etag;
  }
}

/** JSON that is written once and named by its content. */
export function prepareJson(value: object): PreparedJson {
  const json = Buffer.from(JSON.stringify(value));
  return new PreparedJson(json, `"${createHash('sha256').update(json).digest('base64url')}"`);
}

/** An answer whose JSON is already written and sent once; unlike `PreparedJson` nobody keeps it. */
export class WrittenJson {
  readonly json: Uint8Array;
  constructor(json: Uint8Array) {
    this.json = json;
  }
}

/** An answer that stays open: text is sent as it comes until the client leaves (`closed` aborts) or `run` ends. */
export class TextStream {
  readonly contentType: string;
  readonly run: (send: (text: string) => void, closed: AbortSignal) => Promise<void>;
  constructor(contentType: string, run: TextStream['run']) {
    this.contentType = contentType;
    this.run = run;
  }
}

/** 202: the work has begun and goes on; `location` tells how it is (RFC 7240). */
export class Accepted {
  readonly body: object;
  readonly location: string;
  constructor(body: object, location: string) {
    this.body = body;
    this.location = location;
  }
}

type Answered<C extends Call> = CallAnswer<C> | PreparedJson | WrittenJson | TextStream | Accepted;

/** A call with the function that answers it. */
export interface Handler {
  call: Call;
  /** It answers `Accepted` to those who prefer that: it was bound by `handleRun`. */
  startsRun?: true;
  answer(ctx: Ctx, input: CallInput<Call>, http: Http): Promise<unknown>;
}

/** Binds a call of the contract to its handler; input and answer have the call's types. */
export function handle<C extends Call>(
  call: C,
  answer: (ctx: Ctx, input: CallInput<C>, http: Http) => Promise<Answered<C>>,
): Handler {
  return { call, answer: (ctx, input, http) => answer(ctx, input as CallInput<C>, http) };
}
