import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
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

const compress = promisify(gzip);
const LARGE_RESPONSE_BYTES = 8 * 1024 * 1024;

/** A response with JSON serialized in advance, for lists cached in memory. */
export class CachedJson {
  readonly etag: string;
  #json: Buffer | (() => Buffer);
  #gzip: Promise<Buffer> | undefined;

  /** @param json the text, or a function that assembles it when it is needed uncompressed */
  constructor(json: Buffer | (() => Buffer), etag: string) {
    this.#json = json;
    this.etag = etag;
  }

  get json(): Buffer {
    return typeof this.#json === 'function' ? (this.#json = this.#json()) : this.#json;
  }

  /** Compressed once and kept. */
  gzip(): Promise<Buffer> {
    return (this.#gzip ??= this.compressed());
  }

  protected compressed(): Promise<Buffer> {
    return compress(this.json, { level: CachedJson.levelFor(this.json.length) });
  }

  /** For very long responses strong compression takes longer than the transfer it saves. */
  static levelFor(bytes: number): number {
    return bytes > LARGE_RESPONSE_BYTES ? 1 : 6;
  }
}

/** Serializes JSON once and derives its ETag from the content. */
export const cacheJson = (value: object): CachedJson => cacheJsonText(JSON.stringify(value));

/** The same for a text that is already JSON. */
export function cacheJsonText(text: string): CachedJson {
  const json = Buffer.from(text);
  return new CachedJson(json, `"${hash('sha256', json, 'base64url')}"`);
}

/** A response with JSON serialized in advance and sent once; unlike `CachedJson` it is not cached. */
export class SerializedJson {
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

type HandlerResult<C extends Call> = CallResponse<C> | CachedJson | SerializedJson | TextStream | Accepted;

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
  answer: (ctx: Ctx, input: CallInput<C>, http: Http) => Promise<HandlerResult<C>>,
): Handler {
  return { call, answer: (ctx, input, http) => answer(ctx, input as CallInput<C>, http) };
}
