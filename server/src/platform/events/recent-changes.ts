import type { Clock } from '../clock.ts';
import type { LiveMessage } from './channel.ts';

const KEPT_MS = 60_000;
const MOST = 1_000;
/** An answer and the request to follow take different times on their way. */
const SLACK_MS = 2_000;

/** The announcements of the last minute, for browsers that read something shortly before they began to follow. */
export interface RecentChanges {
  add(message: LiveMessage): void;
  /** All that was announced in the last `ms` as one message; null when that is nothing, `missed` when it is not known. */
  since(ms: number): LiveMessage | null;
}

/** Begins with nothing: what was announced before is not known. */
export function createRecentChanges(clock: Clock): RecentChanges {
  const kept: { at: number; message: LiveMessage }[] = [];
  let knownFrom = clock.now().getTime();

  function forgetOld(now: number): void {
    const young = kept.findIndex(({ at }) => at > now - KEPT_MS);
    const old = Math.max(young < 0 ? kept.length : young, kept.length - MOST);
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
