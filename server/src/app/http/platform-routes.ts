import { once } from 'node:events';
import { followEvents } from '@mission-control/contract/events/calls';
import { live, ready } from '@mission-control/contract/health/calls';
import type { PresenceBeat } from '../../features/presence/service.ts';
import { handle, TextStream } from '../../platform/calls/handler.ts';
import { AppError } from '../../platform/errors.ts';
import type { LiveMessage } from '../../platform/events/topic-versions.ts';
import type { LiveHub } from '../../platform/events/hub.ts';
import type { Readiness } from '../readiness.ts';

/** Well below the 25 s of silence after which browsers consider the connection dead. */
const HEARTBEAT_MS = 10_000;

/**
 * Maximum event streams of a person in a process, far more than anybody has pages open: beyond it the oldest ends, which may be one that a
 * lost connection left behind.
 */
export const MAX_STREAMS = 200;

/** The live event streams of this process. */
export interface Streams {
  open: number;
}

/** Calls outside the features: health and live events. */
export function platformRoutes(readiness: Readiness, hub: LiveHub, presence: PresenceBeat, streams: Streams) {
  /** What ends each stream of a person, oldest first. */
  const ofPeople = new Map<number | null, Set<AbortController>>();
  return [
    handle(live, async () => ({ status: 'ok' as const })),
    handle(ready, async () => {
      const reason = await readiness.problem();
      if (reason !== null) throw new AppError('unavailable', reason);
      const problems = await readiness.warnings();
      return { status: 'ok' as const, ...(problems.length > 0 && { problems }) };
    }),
    handle(
      followEvents,
      async ({ actor }, { query }) =>
        new TextStream('text/event-stream', async (send, closed) => {
          const { age, tab } = query;
          const disconnect = tab !== undefined && actor.id !== null ? presence.connect(tab, actor.id) : undefined;
          const ends = ofPeople.get(actor.id) ?? new Set();
          ofPeople.set(actor.id, ends);
          const [oldest] = ends;
          if (oldest && ends.size === MAX_STREAMS) {
            ends.delete(oldest);
            oldest.abort();
          }
          const end = new AbortController();
          ends.add(end);
          streams.open += 1;
          try {
            await follow(hub, (text) => void send(text), AbortSignal.any([closed, end.signal]), age);
          } finally {
            streams.open -= 1;
            ends.delete(end);
            disconnect?.();
          }
        }),
    ),
  ];
}

/** Streams every change until the client disconnects; periodic comments keep proxies from closing the connection. */
async function follow(hub: LiveHub, send: (text: string) => void, closed: AbortSignal, ageMs?: number): Promise<void> {
  send(': connected\n\n');
  const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS);
  const unsubscribe = hub.subscribe((message) => send(toFrame(message)), ageMs);
  if (!closed.aborted) await once(closed, 'abort');
  unsubscribe();
  clearInterval(heartbeat);
}

function toFrame(message: LiveMessage): string {
  // JSON without line breaks is one `data:` line.
  return message.kind === 'missed'
    ? 'event: missed\ndata: {}\n\n'
    : `event: change\ndata: ${JSON.stringify(message.event)}\n\n`;
}
