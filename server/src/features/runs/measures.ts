import type { Measure } from '../../platform/measure.ts';
import { countRunning } from './queries.ts';

export const runMeasures: readonly Measure[] = [
  {
    name: 'runs',
    help: 'Runs that run, and of those the ones that no process can see, which wait for a person.',
    label: 'state',
    read: async ({ db }) => new Map(Object.entries(await countRunning(db))),
  },
];
