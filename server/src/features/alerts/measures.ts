import { ALERT_KINDS, KIND_WORDS, SEVERITIES } from '@mission-control/contract/alerts/rules';
import type { Measure } from '../../platform/feature.ts';
import { readBacklog } from './deliver/queries-outbox.ts';
import { countOpen } from './queries.ts';
import { KINDS } from './troubles/kinds.ts';

export const alertMeasures: readonly Measure[] = [
  {
    name: 'fleet_troubles',
    help: 'Sites, certificates, tasks, servers and configs in trouble by kind of alert, with the usual limits, whatever the rules are.',
    label: 'kind',
    read: async ({ db, clock }) => {
      const found = new Map<string, number>();
      for (const kind of ALERT_KINDS) {
        const { limit, minutes } = KIND_WORDS[kind];
        const usual = { limit: limit?.usual ?? null, minutes: minutes?.usual ?? null };
        const least = usual.limit ?? 1;
        const troubles = await KINDS[kind].load(db, { now: clock.now(), least, most: least });
        found.set(kind, troubles.filter((trouble) => KINDS[kind].fires(trouble, usual)).length);
      }
      return found;
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
