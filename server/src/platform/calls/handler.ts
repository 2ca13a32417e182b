import { createHash } from 'node:crypto';
import type { Call, CallResponse, CallInput } from '@mission-control/contract/call';
import type { Ctx } from '../context.ts';

/** Access to the raw HTTP exchange, for the few handlers (sign-in, streams) that need it. */
export interface Http {
  /** Body of a call declared `rawBody`; its `input.body` is undefined. */
  bytes?: Uint8Array;
  cookies: Record<string, string | undefined>;
  ip: string;
  header(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  setCookie(name: string, value: string, options?: { maxAge?: number }): void;
  clearCookie(name: string): void;
}

/** A response with JSON serialized in advance, for lists cached in memory. */
export class PreparedJson {
  readonly json: Buffer;
  readonly etag: string;
  constructor(json: Buffer, etag: string) {
    this.json = json;
    this.etag = etag;
  }
}

/** Serializes JSON once and derives its ETag from the content. */
export function prepareJson(value: object): PreparedJson {
  const json = Buffer.from(JSON.stringify(value));
  return new PreparedJson(json, `"${createHash('sha256').update(json).digest('base64url')}"`);
}

/** A response with JSON serialized in advance and sent once; unlike `PreparedJson` it is not cached. */
export class WrittenJson {
  readonly json: Uint8Array;
  constructor(json: Uint8Array) {
    this.json = json;
  }
}

/** A streaming response: text is sent as it is produced until the client disconnects (aborting `closed`) or `run` ends. */
export class TextStream {
  readonly contentType: string;
  readonly run: (send: (text: string) => Promise<void>, closed: AbortSignal) => Promise<void>;
  /** `run` awaits `send`, so that a slow reader slows it down instead of being cut off. */
  readonly isPaced: boolean;
  constructor(contentType: string, run: TextStream['run'], { isPaced = false } = {}) {
    this.contentType = contentType;
    this.run = run;
    this.isPaced = isPaced;
  }
}

/** 202: the work continues in the background; `location` reports its status (RFC 7240). */
export class Accepted {
  readonly body: object;
  readonly location: string;
  constructor(body: object, location: string) {
    this.body = body;
    this.location = location;
  }
}

type Answered<C extends Call> = CallResponse<C> | PreparedJson | WrittenJson | TextStream | Accepted;

/** A call bound to its implementation. */
export interface Handler {
  call: Call;
  /** Returns `Accepted` on request; set by `handleRun`. */
  startsRun?: true;
  answer(ctx: Ctx, input: unknown, http: Http): Promise<unknown>;
}

/** Binds a contract call to its handler, with the call's input and response types. */
export function handle<C extends Call>(
  call: C,
  answer: (ctx: Ctx, input: CallInput<C>, http: Http) => Promise<Answered<C>>,
): Handler {
  return { call, answer: (ctx, input, http) => answer(ctx, input as CallInput<C>, http) };
}
