import { createEventParser, type StreamEvent } from './event-stream.ts';

/** `off`: not asked for; `connecting`: first attempt or after a break; `live`: changes arrive as they happen. */
export type LiveStatus = 'off' | 'connecting' | 'live';

/** What the browser notices about its own connection. */
export interface NetworkSignals {
  /** Time has passed, possibly more than the timers know. */
  look: () => void;
  /** The browser knows that it has no network. */
  lost: () => void;
  /** The browser has a network again, possibly another one. */
  back: () => void;
}

/** What the feed needs; a test hands in its own stream and clock. */
export interface LiveFeedDeps {
  /**
   * Opens the stream; rejects when the server says no or nothing in `timeoutMs`.
   * @param first nothing has been followed yet
   */
  open: (signal: AbortSignal, first: boolean, timeoutMs: number) => Promise<Response>;
  /** Resolves after the pause before the next attempt, or at once when the signal ends. */
  pause: (failures: number, signal: AbortSignal) => Promise<void>;
  /** Ms that go on while the machine sleeps. */
  now: () => number;
  /** Signals until the returned function is called. */
  watch: (signals: NetworkSignals) => () => void;
  onChange: (topics: readonly string[]) => void;
  /** Changes may have been missed: read everything again. */
  onMissed: () => void;
  onStatus: (status: LiveStatus) => void;
}

/** A stream that says nothing for so long is dead, even when nobody has closed it. The server sends a byte every 10 s. */
export const SILENCE_MS = 25_000;
/** The connection that an attempt is given may be dead: the first ones are soon given up, the others have time for a busy server. */
const OPEN_MS = { first: 5_000, later: 10_000 };
const IMPATIENT_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 1000;
/** While somebody looks at the page, what has come back is noticed soon. */
const MAX_PAUSE_MS = { visible: 2000, hidden: 30_000 };

/**
 * Pause before the next attempt: doubles with each failure up to a limit. Up to half of it is random, so that browsers do not all ask
 * a restarted server at once.
 * @param random between 0 and 1
 */
export function reconnectPause(failures: number, random: number, page: 'visible' | 'hidden'): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS[page]);
  return longest * (0.5 + random / 2);
}

/** Follows the stream until the signal ends; after every break it connects again and has everything read again. */
export async function followLive(deps: LiveFeedDeps, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let before = false;
  while (!signal.aborted) {
    deps.onStatus('connecting');
    const connection = watchConnection(deps, signal);
    try {
      const timeoutMs = failures < IMPATIENT_ATTEMPTS ? OPEN_MS.first : OPEN_MS.later;
      const response = await deps.open(connection.signal, !before, timeoutMs);
      connection.heard();
      deps.onStatus('live');
      failures = 0;
      if (before) deps.onMissed();
      before = true;
      await readAll(response, deps, connection);
    } catch {
      // Whatever ended the stream, the answer is the same: try again. The dot in the top bar tells the person.
    } finally {
      connection.end();
    }
    if (signal.aborted) break;
    deps.onStatus('connecting');
    if (connection.isBack()) failures = 0;
    else await deps.pause(failures, signal);
    failures += 1;
  }
  deps.onStatus('off');
}

interface Connection {
  /** Aborts when the connection is given up. */
  signal: AbortSignal;
  heard: () => void;
  /** It was given up because the network came back: the next attempt need not wait. */
  isBack: () => boolean;
  end: () => void;
}

/** Gives a connection up when it has been silent for too long or the network under it has changed. */
function watchConnection(deps: LiveFeedDeps, outer: AbortSignal): Connection {
  const limit = new AbortController();
  let lastHeard = deps.now();
  let back = false;
  const stop = deps.watch({
    look: () => {
      if (deps.now() - lastHeard >= SILENCE_MS) limit.abort();
    },
    lost: () => limit.abort(),
    back: () => {
      back = true;
      limit.abort();
    },
  });
  return {
    signal: AbortSignal.any([limit.signal, outer]),
    heard: () => (lastHeard = deps.now()),
    isBack: () => back,
    end: () => {
      stop();
      limit.abort();
    },
  };
}

async function readAll(response: Response, deps: LiveFeedDeps, { signal, heard }: Connection): Promise<void> {
  if (response.body === null) return;
  const parse = createEventParser();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  // The stream of a dead connection may never end by itself.
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  while (!signal.aborted) {
    const { value, done } = await reader.read();
    if (done) return;
    heard();
    for (const event of parse(value)) handle(event, deps);
  }
}

function handle({ event, data }: StreamEvent, deps: LiveFeedDeps): void {
  if (event === 'missed') deps.onMissed();
  if (event !== 'change') return;
  const topics = topicsOf(data);
  if (topics === null) deps.onMissed();
  else deps.onChange(topics);
}

/** Null when the event cannot be read: then nobody knows what changed. */
function topicsOf(data: string): string[] | null {
  try {
    const value: unknown = JSON.parse(data);
    const topics = typeof value === 'object' && value !== null && 'topics' in value ? value.topics : null;
    return Array.isArray(topics) && topics.every((topic) => typeof topic === 'string') ? topics : null;
  } catch {
    return null;
  }
}
