import type { Measure } from '../../platform/measure.ts';
import { countMonitors, readLastCheck } from './queries-fleet.ts';

export const monitorMeasures: readonly Measure[] = [
  {
    name: 'monitors',
    help: 'Monitors that are up, down, not checked yet, closed on purpose (maintenance, inactive) and switched off.',
    label: 'state',
    read: async ({ db }) => new Map(Object.entries(await countMonitors(db))),
  },
  {
    name: 'monitor_last_check_seconds',
    help: 'How long ago any worker last stored checks; absent before the first.',
    label: null,
    read: async ({ db, clock }) => {
      const last = await readLastCheck(db);
      return last === null ? new Map() : new Map([['', (clock.now().getTime() - last.getTime()) / 1000]]);
    },
  },
];
