import type { LiveEvent } from '@mission-control/contract/events/calls';
import type { Services } from '../context.ts';
import type { Log } from '../log/log.ts';
import type { OpenDatabase } from '../database/database.ts';
import { LIVE_CHANNEL, type LiveMessage } from './channel.ts';
import { createRecentChanges } from './recent-changes.ts';

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
    for (const tell of listeners) tell(message);
  });
  // Earlier notifications are unknown.
  recent.add({ kind: 'missed' });
  return {
    subscribe(tell, ageMs) {
      const missed = ageMs === undefined ? null : recent.since(ageMs);
      if (missed !== null) tell(missed);
      listeners.add(tell);
      return () => void listeners.delete(tell);
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
