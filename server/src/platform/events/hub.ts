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
  /** Whether announcements arrive at this process. */
  hears(): boolean;
  /** How long ago that was proven, in milliseconds; null when it never was. */
  provenMsAgo(): number | null;
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
    for (const tell of listeners) tell(message);
  });
  // What was announced before it listened is not known.
  recent.add({ kind: 'missed' });
  return {
    subscribe(tell, ageMs) {
      const missed = ageMs === undefined ? null : recent.since(ageMs);
      if (missed !== null) tell(missed);
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
    hears: () => listener.hears(),
    provenMsAgo: () => listener.provenMsAgo(),
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
    log.warn({ err: error }, 'an announcement could not be read');
    return { kind: 'missed' };
  }
}
