import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Topic } from '@mission-control/contract/topics';
import { isObject } from '../is-object.ts';

/** `off`: not requested; `connecting`: first attempt or reconnecting; `live`: changes arrive as they happen. */
export type LiveStatus = 'off' | 'connecting' | 'live';

/** Signals of the browser about its own connection. */
export interface NetworkSignals {
  /** Check the clock: more time may have passed than the timers indicate. */
  onCheck: () => void;
  /** The browser is offline. */
  onOffline: () => void;
  /** The browser is online again, possibly on another network. */
  onOnline: () => void;
}

/** Dependencies of the feed; tests inject their own stream and clock. */
export interface LiveFeedDeps {
  /**
   * Opens the stream; rejects when the server refuses or does not respond within `timeoutMs`.
   * @param first no stream has been followed yet
   */
  open: (signal: AbortSignal, first: boolean, timeoutMs: number) => Promise<Response>;
  /** Resolves after the pause before the next attempt, or at once when the signal aborts. */
  pause: (failures: number, signal: AbortSignal) => Promise<void>;
  /** Clock in ms that includes time asleep. */
  now: () => number;
  /** Subscribes to signals; returns the unsubscribe function. */
  watch: (signals: NetworkSignals) => () => void;
  onChange: (topics: readonly Topic[]) => void;
  /** Changes may have been missed: invalidate everything. */
  onMissed: () => void;
  onStatus: (status: LiveStatus) => void;
}

/** Maximum silence of a stream before it counts as dead. The server sends a byte every 10 s. */
export const SILENCE_MS = 25_000;
/** Timeouts for opening the stream. Short first, because the browser may reuse a dead connection; then longer, for a busy server. */
const OPEN_MS = { first: 5_000, later: 10_000 };
const SHORT_TIMEOUT_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 1000;
/** A visible page notices a recovered server sooner. */
const MAX_PAUSE_MS = { visible: 2000, hidden: 30_000 };

/**
 * Pause before the next attempt: exponential, capped, with up to half of it random, so that browsers do not all hit a restarted server at
 * once.
 * @param random between 0 and 1
 */
export function reconnectPause(failures: number, random: number, page: 'visible' | 'hidden'): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS[page]);
  return longest * (0.5 + random / 2);
}

/** Follows the stream until the signal aborts; after each break it reconnects and invalidates everything. */
export async function followLive(deps: LiveFeedDeps, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let before = false;
  while (!signal.aborted) {
    deps.onStatus('connecting');
    const connection = watchConnection(deps, signal);
    try {
      const timeoutMs = failures < SHORT_TIMEOUT_ATTEMPTS ? OPEN_MS.first : OPEN_MS.later;
      const response = await deps.open(connection.signal, !before, timeoutMs);
      connection.onData();
      deps.onStatus('live');
      failures = 0;
      if (before) deps.onMissed();
      before = true;
      await readAll(response, deps, connection);
    } catch {
      // Retry whatever the cause. The dot in the top bar shows the state.
    } finally {
      connection.end();
    }
    if (signal.aborted) break;
    deps.onStatus('connecting');
    if (connection.isNetworkBack()) failures = 0;
    else await deps.pause(failures, signal);
    failures += 1;
  }
  deps.onStatus('off');
}

interface Connection {
  /** Aborts when the connection is dropped. */
  signal: AbortSignal;
  onData: () => void;
  /** It was dropped because the network came back: reconnect without a pause. */
  isNetworkBack: () => boolean;
  end: () => void;
}

/** Drops a connection that is silent for too long or whose network has changed. */
function watchConnection(deps: LiveFeedDeps, outer: AbortSignal): Connection {
  const limit = new AbortController();
  let lastDataAt = deps.now();
  let back = false;
  const stop = deps.watch({
    onCheck: () => {
      if (deps.now() - lastDataAt >= SILENCE_MS) limit.abort();
    },
    onOffline: () => limit.abort(),
    onOnline: () => {
      back = true;
      limit.abort();
    },
  });
  return {
    signal: AbortSignal.any([limit.signal, outer]),
    onData: () => (lastDataAt = deps.now()),
    isNetworkBack: () => back,
    end: () => {
      stop();
      limit.abort();
    },
  };
}

async function readAll(response: Response, deps: LiveFeedDeps, { signal, onData }: Connection): Promise<void> {
  if (response.body === null) return;
  const parser = createParser({ onEvent: (event) => handle(event, deps) });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  // The stream of a dead connection may never end.
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  while (!signal.aborted) {
    const { value, done } = await reader.read();
    if (done) return;
    onData();
    parser.feed(value);
  }
}

function handle({ event, data }: EventSourceMessage, deps: LiveFeedDeps): void {
  if (event === 'missed') deps.onMissed();
  if (event !== 'change') return;
  const topics = topicsOf(data);
  if (topics === null) deps.onMissed();
  else deps.onChange(topics);
}

/** Null when the event is malformed: then the changed topics are unknown. */
function topicsOf(data: string): Topic[] | null {
  try {
    const value: unknown = JSON.parse(data);
    const topics = isObject(value) ? value.topics : null;
    return Array.isArray(topics) && topics.every((topic): topic is Topic => typeof topic === 'string') ? topics : null;
  } catch {
    return null;
  }
}
