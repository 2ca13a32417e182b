import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Call } from '../../contract/src/call.ts';
import { listTenants } from '../../contract/src/tenants/calls.ts';

/** As a browser over HTTP/1.1: six connections, one of which follows the events. */
const CONNECTIONS = 5;
const NOT_MODIFIED = 304;
const NO_ANSWER = 0;
/** Larger bodies, such as the list, are not cached: nothing rereads them, and 200 tabs would hold 200 copies. */
const MAX_CACHED = 100_000;

/** A call with the parameters of its address. */
export interface Asked {
  call: Call;
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
}

/** An answered request. */
export interface Answered {
  name: string;
  /** When it was sent, as `performance.now()`. */
  at: number;
  ms: number;
  status: number;
  isWrite: boolean;
  /** Repeated after a live event rather than made by the operator. */
  isFollowing: boolean;
}

interface Shown extends Asked {
  path: string;
  topics: ReadonlySet<string>;
  lastMs: number;
  due: boolean;
}

interface Answer {
  status: number;
  text: string;
}

function pathOf({ call, params = {}, query = {} }: Asked): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}

/** A request of the operator that was not accepted. */
export class Refused extends Error {}

export const isAccepted = (status: number): boolean => (status > NO_ANSWER && status < 300) || status === NOT_MODIFIED;

/**
 * One open browser tab, without rendering: sends the calls of a page, and sends them again when a live event names one of their
 * topics, no more often than the call allows; the list of tenants is read from its version on, as in the browser.
 */
export class Tab {
  readonly id = randomUUID();
  readonly #url: string;
  #token: string;
  readonly #paced: (requests: number) => Promise<void>;
  readonly #onAnswer: (answered: Answered) => void;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  /** Responses by path, as in a browser's cache. */
  readonly #cached = new Map<string, { etag: string; text: string }>();
  #shown: Shown[] = [];
  #listVersion = '';
  /** The latest read of the list; reads are sequential. */
  #listing = Promise.resolve<Answer>({ status: NO_ANSWER, text: '' });
  #stream: IncomingMessage | null = null;

  /** @param paced resolves when the operator may send this many requests */
  constructor(
    url: string,
    token: string,
    paced: (requests: number) => Promise<void>,
    onAnswer: (answered: Answered) => void,
  ) {
    this.#url = url;
    this.#token = token;
    this.#paced = paced;
    this.#onAnswer = onAnswer;
  }

  /** Follows the live events until `close`. */
  async follow(): Promise<void> {
    const sent = request(`${this.#url}/api/events?tab=${this.id}`, { headers: this.#headers(), agent: false }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`The events are answered with ${answer.statusCode}.`);
    this.#stream = answer;
    let rest = '';
    answer.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines)
        if (line.startsWith('data: {')) this.#hear((JSON.parse(line.slice(6)) as { topics?: string[] }).topics ?? []);
    });
    answer.on('error', () => undefined);
  }

  /** Continues with a newer token. */
  signIn(token: string): void {
    this.#token = token;
  }

  close(): void {
    this.#shown = [];
    this.#stream?.destroy();
    this.#agent.destroy();
  }

  /** Leaves the previous page and reads all calls of this one. */
  async show(page: readonly Asked[]): Promise<Answer[]> {
    await this.#paced(page.length);
    this.#shown = page.map((asked) => ({
      ...asked,
      path: pathOf(asked),
      topics: new Set(asked.call.topics?.({ params: asked.params ?? {}, query: asked.query ?? {} } as never)),
      lastMs: performance.now(),
      due: false,
    }));
    return Promise.all(this.#shown.map((one) => this.#read(one, false)));
  }

  /** Sends a change, or a read that the page does not keep up to date. */
  async ask(asked: Asked, body?: unknown): Promise<Answer> {
    await this.#paced(1);
    return this.#send(asked.call, pathOf(asked), { body });
  }

  #hear(topics: readonly string[]): void {
    for (const one of this.#shown) {
      if (one.due || !topics.some((topic) => one.topics.has(topic))) continue;
      one.due = true;
      const waitMs = Math.max(0, one.lastMs + (one.call.throttleMs ?? 0) - performance.now());
      setTimeout(() => {
        one.due = false;
        one.lastMs = performance.now();
        if (this.#shown.includes(one)) void this.#read(one, true);
      }, waitMs);
    }
  }

  async #read(one: Shown, isFollowing: boolean): Promise<Answer> {
    if (one.call.name !== listTenants.name) return this.#send(one.call, one.path, { isFollowing });
    const read = () => this.#readList(one, isFollowing);
    return (this.#listing = this.#listing.then(read, read));
  }

  async #readList({ call, path }: Shown, isFollowing: boolean): Promise<Answer> {
    const since = this.#listVersion !== '' ? `?since=${this.#listVersion}` : '';
    const answer = await this.#send(call, `${path}${since}`, { isFollowing });
    this.#listVersion = /"version":"([^"]+)"/.exec(answer.text)?.[1] ?? this.#listVersion;
    return answer;
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}`, 'accept-encoding': 'gzip' };
  }

  async #send(
    call: Call,
    path: string,
    { body, isFollowing = false }: { body?: unknown; isFollowing?: boolean },
  ): Promise<Answer> {
    const cached = call.method === 'GET' ? this.#cached.get(path) : undefined;
    const begun = performance.now();
    const { status, etag, text } = await this.#exchange(call.method, path, body, cached?.etag);
    this.#onAnswer({
      name: call.name,
      at: begun,
      ms: performance.now() - begun,
      status,
      isWrite: call.method !== 'GET',
      isFollowing,
    });
    if (!isAccepted(status) && !isFollowing) throw new Refused(`${call.name}: ${status}`);
    if (status === NOT_MODIFIED && cached) return { status, text: cached.text };
    if (call.method === 'GET' && etag !== undefined && !path.includes('since='))
      this.#cached.set(path, { etag, text: text.length > MAX_CACHED ? '' : text });
    return { status, text };
  }

  async #exchange(
    method: string,
    path: string,
    body: unknown,
    cached: string | undefined,
  ): Promise<Answer & { etag: string | undefined }> {
    const sent = request(`${this.#url}${path}`, {
      method,
      agent: this.#agent,
      headers: {
        ...this.#headers(),
        ...(cached !== undefined && { 'if-none-match': cached }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    try {
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const bytes = await buffer(answer);
      const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
      return { status: answer.statusCode ?? NO_ANSWER, etag: answer.headers.etag, text };
    } catch {
      // An idle connection may be closed while it is used again; browsers send the request on another one.
      if (sent.reusedSocket) return this.#exchange(method, path, body, cached);
      return { status: NO_ANSWER, etag: undefined, text: '' };
    }
  }
}
