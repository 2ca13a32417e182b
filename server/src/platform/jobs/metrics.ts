import { sql } from 'drizzle-orm';
import { onlyRow, rows } from '../database/database.ts';
import type { Metric } from '../feature.ts';

/** Jobs of pg-boss, which keeps finished ones for some days. */
export const jobMetrics: readonly Metric[] = [
  {
    name: 'jobs',
    help: 'Due jobs waiting for a worker, running jobs, and jobs that failed permanently in the last hour (without repeated ones, which try again).',
    label: 'state',
    read: async ({ db }) => {
      const counts = await rows<Record<'waiting' | 'running' | 'failed', number>>(
        db,
        sql`select
          count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
          count(*) filter (where state = 'active')::int as running,
          count(*) filter (where state = 'failed' and priority >= 0 and completed_on > now() - interval '1 hour')::int as failed
        from jobs.job`,
      );
      return new Map(Object.entries(onlyRow(counts)));
    },
  },
  {
    name: 'jobs_oldest_seconds',
    help: 'How long the oldest due job has been waiting for a worker; repeated jobs, which wait for all others, do not count.',
    label: null,
    read: async ({ db }) => {
      const found = await rows<{ age: number }>(
        db,
        sql`select coalesce(extract(epoch from max(now() - start_after)), 0)::float as age
          from jobs.job where state in ('created', 'retry') and start_after <= now() and priority >= 0`,
      );
      return new Map([['', onlyRow(found).age]]);
    },
  },
];
