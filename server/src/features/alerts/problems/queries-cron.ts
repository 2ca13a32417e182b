import { readRunningTasks } from '@mission-control/contract/cron/overview';
import { MAX_PERCENT, troubleText, type CronTrouble } from '@mission-control/contract/cron/troubles';
import { sql } from 'drizzle-orm';
import { environments } from '../../../fleet/tables.ts';
import { rows, type Db } from '../../../platform/database/database.ts';
import { cronReports, cronTroubles, hasCronOn, hasServiceOn } from '../../cron/public.ts';
import { joinTenant, ms, ofTenant, tenantColumns, type TenantRow } from './queries-fleet.ts';
import type { Problem } from './problem.ts';

type ProblemRow = TenantRow & {
  environmentId: number;
  environment: string;
  group: string;
  task: string;
  message: string;
  seconds: number | null;
  low: number | null;
  high: number | null;
  percent: number | null;
  running: boolean;
};

/** Cron tasks with this problem as of their last report; the value is how far a run is outside its band, in per cent. */
export async function listTaskProblems(db: Db, what: CronTrouble): Promise<Problem[]> {
  const found = await rows<ProblemRow>(
    db,
    sql`select ${tenantColumns}, e.id as "environmentId", e.name as environment, ${ms(sql`c.since`)} as since,
        json_build_array(e.id) as "environmentIds", c.task_group as "group", c.task, c.message,
        c.seconds, c.low, c.high, c.percent, c.running
      from ${cronTroubles} c ${joinTenant('c.tenant_id')} and t.active
      join ${environments} e on e.id = c.environment_id
      where c.what = ${what} and ${hasCronOn('c')}`,
  );
  return found.map((row) =>
    ofTenant(row, {
      subject: `task:${row.tenantId}:${row.environmentId}:${row.group}:${row.task}`,
      label: `${row.tenantName} ${row.task}`,
      detail: troubleText({ ...row, what }),
      link: `/tenant/${row.tenantId}/cron`,
      values: [Math.min(row.percent ?? 0, MAX_PERCENT)],
      causes: [
        { key: `task:${row.group}:${row.task}`, label: `task ${row.task}` },
        { key: `environment:${row.environmentId}`, label: `environment ${row.environment}` },
      ],
    }),
  );
}

/** Running cron tasks, also of services whose cron was switched off since: that does not end them. The value is the minutes they have been running. */
export async function listRunningTasks(db: Db, now: Date, min: number): Promise<Problem[]> {
  const found = await rows<TenantRow & { environmentId: number; environment: string; tasks: string }>(
    db,
    sql`select ${tenantColumns}, e.id as "environmentId", e.name as environment, r.cron_tasks::json #>> '{}' as tasks,
        ${ms(sql`r.created`)} as since, json_build_array(e.id) as "environmentIds"
      from ${cronReports} r ${joinTenant('r.tenant_id')}
      join ${environments} e on e.id = r.environment_id
      where r.cron_tasks is not null and r.cron_tasks <> '"[]"' and ${hasServiceOn('r')}`,
  );
  return found.flatMap((row) =>
    (readRunningTasks(row.tasks) ?? []).flatMap(({ task, elapsed }) => {
      const minutes = Math.floor(elapsed / 60);
      if (minutes < min) return [];
      return ofTenant(
        { ...row, since: Math.min(now.getTime(), row.since - elapsed * 1000) },
        {
          subject: `task:${row.tenantId}:${row.environmentId}:${task}`,
          label: `${row.tenantName} ${task}`,
          detail: `Runs on ${row.environment}`,
          link: `/tenant/${row.tenantId}/cron`,
          values: [minutes],
          causes: [{ key: `environment:${row.environmentId}`, label: `environment ${row.environment}` }],
        },
      );
    }),
  );
}
