import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Log } from '../log/log.ts';

/** How often it makes sure that it hears, and how long it waits for the echo. */
const BEAT_MS = 10_000;
const ECHO_MS = 2_500;
const RECONNECT_MS = 250;

/** What follows one channel on a connection of its own. */
export interface Listener {
  /** Whether what is announced arrives. */
  hears(): boolean;
  /** How long ago that was proven last, in milliseconds; null when it never was. */
  provenMsAgo(): number | null;
  stop(): Promise<void>;
}

interface ListenTo {
  url: string;
  channel: string;
  /** Called with an empty payload when announcements may have been missed. */
  onPayload: (payload: string) => void;
  log: Log;
  /** Tests have no ten seconds. */
  beatMs?: number;
  echoMs?: number;
}

/** An announcement of nothing, so that consoles of an older version hear nothing in it. */
const BEAT = '{"topics":[],"by":"","beat":';

/**
 * Listens, and proves it with an announcement to itself: a connection that a firewall has dropped says nothing for hours. Without an
 * echo it connects anew. Resolves after the first attempt, whatever came of it.
 */
export async function startListener(options: ListenTo): Promise<Listener> {
  const listening = new Listening(options);
  await listening.connect();
  return listening;
}

class Listening implements Listener {
  readonly #options: Required<ListenTo>;
  #current: pg.Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #missed = false;
  #proven: number | null = null;
  #echo: { payload: string; heard: () => void } | null = null;

  constructor(options: ListenTo) {
    this.#options = { beatMs: BEAT_MS, echoMs: ECHO_MS, ...options };
  }

  hears(): boolean {
    return !this.#missed;
  }

  provenMsAgo(): number | null {
    return this.#proven === null ? null : performance.now() - this.#proven;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const last = this.#current;
    this.#current = null;
    if (last) await drop(last);
  }

  /** Connects once; when that fails it goes on trying. */
  async connect(): Promise<void> {
    const { url, channel, onPayload, echoMs } = this.#options;
    const limits = { connectionTimeoutMillis: echoMs, query_timeout: echoMs };
    const client = new pg.Client({ connectionString: url, keepAlive: true, ...limits });
    client.on('notification', ({ payload }) => this.#hear(client, payload ?? ''));
    client.on('error', (error) => this.#lose(client, error));
    this.#current = client;
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      await this.#beat(client);
      if (this.#missed) onPayload('');
      this.#missed = false;
    } catch (error) {
      this.#lose(client, error);
    }
  }

  #hear(client: pg.Client, payload: string): void {
    if (!payload.startsWith(BEAT)) return this.#options.onPayload(payload);
    if (client === this.#current && payload === this.#echo?.payload) this.#echo.heard();
  }

  /** Announces something to itself and waits until it has heard it. @throws when it does not hear it */
  async #beat(client: pg.Client): Promise<void> {
    const { channel, beatMs, echoMs } = this.#options;
    const heard = Promise.withResolvers<void>();
    const payload = `${BEAT}"${randomUUID()}"}`;
    this.#echo = { payload, heard: heard.resolve };
    const late = setTimeout(() => heard.reject(new Error('It does not hear itself.')), echoMs);
    try {
      await Promise.all([heard.promise, client.query('select pg_notify($1, $2)', [channel, payload])]);
    } finally {
      clearTimeout(late);
    }
    this.#proven = performance.now();
    if (client === this.#current) this.#timer = setTimeout(() => void this.#beatAgain(client), beatMs);
  }

  async #beatAgain(client: pg.Client): Promise<void> {
    try {
      await this.#beat(client);
    } catch (error) {
      this.#lose(client, error);
    }
  }

  #lose(client: pg.Client, error: unknown): void {
    void drop(client);
    if (client !== this.#current) return;
    this.#current = null;
    // Once for each time that it is lost: the attempts that follow fail alike.
    if (!this.#missed)
      this.#options.log.warn({ err: error }, 'announcements of changes are not heard: connecting again');
    this.#missed = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.connect(), RECONNECT_MS);
  }
}

/** Ends a connection whether or not the other side is there. */
async function drop(client: pg.Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  stream.destroy();
  await client.end().catch(() => undefined);
}
