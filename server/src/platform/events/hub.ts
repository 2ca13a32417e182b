import type { LiveEvent } from '@mission-control/contract/events/calls';
import type { Services } from '../context.ts';
import type { Log } from '../log/log.ts';
import type { OpenDatabase } from '../database/database.ts';
import { LIVE_CHANNEL, type LiveMessage } from './topic-versions.ts';
import type { Clock } from '../clock.ts';

/** Distributes the database's change notifications within this process. */
export interface LiveHub {
  /**
   * @param ageMs age of the listener's data: changes announced since then are replayed first
   * @returns unsubscribes
   */
  subscribe(listener: (message: LiveMessage) => void, ageMs?: number): () => void;
  /** Whether notifications currently arrive. */
  isListening(): boolean;
  /** Milliseconds since the last proof; null before the first. */
  lastProofMsAgo(): number | null;
  close(): Promise<void>;
}

/** One LISTEN for the whole process; every server process has its own, so changes reach all browsers. */
export async function createLiveHub(
  open: Pick<OpenDatabase, 'listen'>,
  { log, clock }: Pick<Services, 'log' | 'clock'>,
): Promise<LiveHub> {
  const listeners = new Set<(message: LiveMessage) => void>();
  const recent = createRecentChanges(clock);
  const listener = await open.listen(LIVE_CHANNEL, (payload) => {
    const message = parse(payload, log);
    recent.add(message);
    for (const onMessage of listeners) onMessage(message);
  });
  // Earlier notifications are unknown.
  recent.add({ kind: 'missed' });
  return {
    subscribe(onMessage, ageMs) {
      const missed = ageMs === undefined ? null : recent.since(ageMs);
      if (missed !== null) onMessage(missed);
      listeners.add(onMessage);
      return () => void listeners.delete(onMessage);
    },
    isListening: () => listener.isListening(),
    lastProofMsAgo: () => listener.lastProofMsAgo(),
    async close() {
      listeners.clear();
      await listener.stop();
    },
  };
}

function parse(payload: string, log: Log): LiveMessage {
  if (payload === '') return { kind: 'missed' };
  try {
    return { kind: 'change', event: JSON.parse(payload) as LiveEvent };
  } catch (error) {
    log.warn({ err: error }, 'a change notification could not be parsed');
    return { kind: 'missed' };
  }
}

const KEPT_MS = 60_000;
const MAX = 1_000;
/** Allowance for the differing latencies of the response and the request to subscribe. */
const SLACK_MS = 2_000;

/** Notifications of the last minute, for browsers that loaded data shortly before they subscribed. */
export interface RecentChanges {
  add(message: LiveMessage): void;
  /** All changes of the last `ms` as one message; null when there are none, `missed` when unknown. */
  since(ms: number): LiveMessage | null;
}

/** Starts empty: earlier notifications are unknown. */
export function createRecentChanges(clock: Clock): RecentChanges {
  const kept: { at: number; message: LiveMessage }[] = [];
  let knownFrom = clock.now().getTime();

  function forgetOld(now: number): void {
    const young = kept.findIndex(({ at }) => at > now - KEPT_MS);
    const old = Math.max(young < 0 ? kept.length : young, kept.length - MAX);
    for (const { at } of kept.splice(0, old)) knownFrom = Math.max(knownFrom, at);
  }

  return {
    add(message) {
      const at = clock.now().getTime();
      kept.push({ at, message });
      forgetOld(at);
    },
    since(ms) {
      const from = clock.now().getTime() - ms - SLACK_MS;
      if (from <= knownFrom) return { kind: 'missed' };
      return merge(kept.filter(({ at }) => at >= from).map(({ message }) => message));
    },
  };
}

function merge(messages: LiveMessage[]): LiveMessage | null {
  const events = messages.flatMap((message) => (message.kind === 'change' ? [message.event] : []));
  if (events.length < messages.length) return { kind: 'missed' };
  if (events.length === 0) return null;
  const topics = [...new Set(events.flatMap((event) => event.topics))];
  return { kind: 'change', event: { topics, by: [...new Set(events.map(({ by }) => by))].join(', ') } };
}
