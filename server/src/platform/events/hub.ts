import type { LiveEvent } from '@mission-control/contract/events/calls';
import type { Log } from '../log/log.ts';
import type { OpenDatabase } from '../database/database.ts';
import { LIVE_CHANNEL } from './channel.ts';

/** What a subscriber is told: a change, or that changes may have been missed and everything should be read again. */
export type LiveMessage = { kind: 'change'; event: LiveEvent } | { kind: 'missed' };

/** Hands the database's announcements to everybody in this process who follows them. */
export interface LiveHub {
  /** @returns a function that ends the subscription. */
  subscribe(listener: (message: LiveMessage) => void): () => void;
  close(): Promise<void>;
}

/** One LISTEN for the whole process; every server process has its own, so changes reach all browsers. */
export async function createLiveHub(open: OpenDatabase, log: Log): Promise<LiveHub> {
  const listeners = new Set<(message: LiveMessage) => void>();
  const stop = await open.listen(LIVE_CHANNEL, (payload) => {
    const message = parse(payload, log);
    for (const listener of listeners) listener(message);
  });
  return {
    subscribe(listener) {
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
