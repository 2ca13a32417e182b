import type { Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { removeOldOutput } from './work/queries-output.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Deletes the output of runs that ended more than `outputDays` ago. */
export function runJobs(services: Services, outputDays: number): JobKind<object>[] {
  return [
    {
      name: 'runs.purge-output',
      schedule: '11 4 * * *',
      run: async () => {
        const before = new Date(services.clock.now().getTime() - outputDays * DAY_MS);
        await removeOldOutput(services.db, before, `The output was removed after ${outputDays} days.\n`);
      },
    },
  ];
}
