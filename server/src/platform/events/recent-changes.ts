import type { Clock } from '../clock.ts';
import type { LiveMessage } from './channel.ts';

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
