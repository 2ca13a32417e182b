import type { LiveEvent } from '@mission-control/contract/events/calls';
import type { Services } from '../context.ts';
import type { Log } from '../log/log.ts';
import type { OpenDatabase } from '../database/database.ts';
import { LIVE_CHANNEL, type LiveMessage } from './channel.ts';
import { createRecentChanges } from './recent-changes.ts';

/** Hands the database's announcements to everybody in this process who follows them. */
export interface LiveHub {
  /**
   * @param ageMs how long ago the listener began to read: it is told first what was announced meanwhile
   * @returns a function that ends the subscription
   */
  subscribe(listener: (message: LiveMessage) => void, ageMs?: number): () => void;
  close(): Promise<void>;
}

/** One LISTEN for the whole process; every server process has its own, so changes reach all browsers. */
export async function createLiveHub(
  open: OpenDatabase,
  { log, clock }: Pick<Services, 'log' | 'clock'>,
): Promise<LiveHub> {
  const listeners = new Set<(message: LiveMessage) => void>();
  const recent = createRecentChanges(clock);
  const stop = await open.listen(LIVE_CHANNEL, (payload) => {
    const message = parse(payload, log);
    recent.add(message);
    for (const listener of listeners) listener(message);
  });
  // What was announced before it listened is not known.
  recent.add({ kind: 'missed' });
  return {
    subscribe(listener, ageMs) {
      const missed = ageMs === undefined ? null : recent.since(ageMs);
      if (missed !== null) listener(missed);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      await stop();
    },
  };
}

function parse(payload: string, log: Log): LiveMessage {
  if (payload === '') return { kind: 'missed' };
  try {
    return { kind: 'change', event: JSON.parse(payload) as LiveEvent };
  } catch (error) {
    log.warn({ err: error }, 'an announcement could not be read');
    return { kind: 'missed' };
  }
}
