import { ALERT_KINDS, KIND_WORDS, SEVERITIES, type AlertKind } from '@mission-control/contract/alerts/rules';
import { perDatabase, type Database } from '../../platform/database/database.ts';
import type { Metric } from '../../platform/feature.ts';
import { readBacklog } from './deliver/queries-outbox.ts';
import { countOpen } from './queries.ts';
import { KINDS } from './problems/kinds.ts';

/** The last counts. A kind is recounted no more often than the rules reload it: counting all kinds at every scrape would cost too much. */
const countsOf = perDatabase(() => new Map<AlertKind, { at: number; count: number }>());

async function countProblems(db: Database, kind: AlertKind, now: Date): Promise<number> {
  const { limit, minutes } = KIND_WORDS[kind];
  const usual = { limit: limit?.usual ?? null, minutes: minutes?.usual ?? null };
  const limitOrOne = usual.limit ?? 1;
  const problems = await KINDS[kind].load(db, { now, min: limitOrOne, max: limitOrOne });
  return problems.filter((problem) => KINDS[kind].fires(problem, usual)).length;
}

export const alertMetrics: readonly Metric[] = [
  {
    name: 'fleet_troubles',
    help: 'Sites, certificates, tasks, servers and configs in trouble by kind of alert, with the usual limits, whatever the rules are.',
    label: 'kind',
    read: async ({ db, clock }) => {
      const counts = countsOf(db);
      const now = clock.now();
      for (const kind of ALERT_KINDS) {
        const last = counts.get(kind);
        if (last && now.getTime() - last.at < KINDS[kind].everyMs) continue;
        counts.set(kind, { at: now.getTime(), count: await countProblems(db, kind, now) });
      }
      return new Map([...counts].map(([kind, { count }]) => [kind, count]));
    },
  },
  {
    name: 'alerts_open',
    help: 'Alerts that nobody has acknowledged.',
    label: 'severity',
    read: async ({ db }) => {
      const none = SEVERITIES.map((severity) => [severity, 0] as const);
      return new Map([...none, ...(await countOpen(db)).map(({ severity, number }) => [severity, number] as const)]);
    },
  },
  {
    name: 'alert_messages',
    help: 'Channel messages that are queued, and those given up after a day of retries in the last hour.',
    label: 'state',
    read: async ({ db, clock }) => {
      const { waiting, given_up } = await readBacklog(db, clock.now());
      return new Map([
        ['waiting', waiting],
        ['given-up', given_up],
      ]);
    },
  },
  {
    name: 'alert_messages_oldest_seconds',
    help: 'Age of the oldest queued message, including retries and quiet hours.',
    label: null,
    read: async ({ db, clock }) => new Map([['', (await readBacklog(db, clock.now())).oldest]]),
  },
];
