import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Log } from '../../log/log.ts';
import { streamOf } from './session.ts';

/** Heartbeat interval, and the timeout of its echo. */
const BEAT_MS = 10_000;
const ECHO_MS = 2_500;
const RECONNECT_MS = 250;

/** Follows one channel on a dedicated connection. */
export interface Listener {
  /** Whether notifications currently arrive. */
  isListening(): boolean;
  /** Milliseconds since the last proof; null before the first. */
  lastProofMsAgo(): number | null;
  stop(): Promise<void>;
}

interface ListenTo {
  url: string;
  channel: string;
  /** Called with an empty payload when notifications may have been missed. */
  onPayload: (payload: string) => void;
  log: Log;
  /** Overrides the heartbeat interval in tests. */
  beatMs?: number;
  echoMs?: number;
}

/** An empty change announcement, which consoles of older versions ignore. */
const BEAT = '{"topics":[],"by":"","beat":';

/**
 * Listens, and verifies it by notifying itself: a connection dropped by a firewall stays silent for hours. Reconnects when the echo is
 * missing. Resolves after the first attempt, successful or not.
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
  #echo: { payload: string; onReceived: () => void } | null = null;

  constructor(options: ListenTo) {
    this.#options = { beatMs: BEAT_MS, echoMs: ECHO_MS, ...options };
  }

  isListening(): boolean {
    return !this.#missed;
  }

  lastProofMsAgo(): number | null {
    return this.#proven === null ? null : performance.now() - this.#proven;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const last = this.#current;
    this.#current = null;
    if (last) await drop(last);
  }

  /** Connects once; retries in the background on failure. */
  async connect(): Promise<void> {
    const { url, channel, onPayload, echoMs } = this.#options;
    const limits = { connectionTimeoutMillis: echoMs, query_timeout: echoMs };
    const client = new pg.Client({ connectionString: url, keepAlive: true, ...limits });
    client.on('notification', ({ payload }) => this.#receive(client, payload ?? ''));
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

  #receive(client: pg.Client, payload: string): void {
    if (!payload.startsWith(BEAT)) return this.#options.onPayload(payload);
    if (client === this.#current && payload === this.#echo?.payload) this.#echo.onReceived();
  }

  /** Sends a heartbeat and waits for its echo. @throws when it does not arrive */
  async #beat(client: pg.Client): Promise<void> {
    const { channel, beatMs, echoMs } = this.#options;
    const received = Promise.withResolvers<void>();
    const payload = `${BEAT}"${randomUUID()}"}`;
    this.#echo = { payload, onReceived: received.resolve };
    const late = setTimeout(() => received.reject(new Error('The heartbeat was not received.')), echoMs);
    try {
      await Promise.all([received.promise, client.query('select pg_notify($1, $2)', [channel, payload])]);
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
    // Logged once per outage: further attempts fail alike.
    if (!this.#missed)
      this.#options.log.warn({ err: error }, 'lost the connection for change notifications; reconnecting');
    this.#missed = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.connect(), RECONNECT_MS);
  }
}

/** Closes a connection even if the peer is gone. */
async function drop(client: pg.Client): Promise<void> {
  streamOf(client).destroy();
  await client.end().catch(() => undefined);
}
