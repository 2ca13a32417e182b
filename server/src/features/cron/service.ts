import type { TenantTask } from '@mission-control/contract/cron/schema';
import type { Ctx } from '../../platform/context.ts';
import type { UnauditedWork } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { Reported } from '../reports/public.ts';
import { hasTenant, listTenantReports, putCronReports, type CronEntry } from './queries.ts';

/** All tasks of a tenant, and when they were reported; null when they never were. @throws AppError('not_found') */
export async function getTenantCron(ctx: Ctx, id: number): Promise<{ tasks: TenantTask[]; created: string | null }> {
  if (!(await hasTenant(ctx.db, id)))
    throw new AppError('not_found', `There is no tenant ${id}. It may have been deleted.`);
  const reports = await listTenantReports(ctx.db, id);
  const tasks = reports.flatMap((report) =>
    report.tasks.map((task) => ({
      ...task,
      environment_name: report.environment,
      created: report.created.toISOString(),
    })),
  );
  return { tasks, created: reports[0]?.created.toISOString() ?? null };
}

/** Keeps the newest report of each tenant. */
export async function storeCronReports(
  _ctx: Ctx,
  { db, changed }: UnauditedWork,
  reports: Reported<CronEntry>[],
): Promise<void> {
  const stored = await putCronReports(db, reports);
  // The tenant's other screens show nothing of its cron: they need not read again.
  if (stored.length > 0) changed('cron', ...stored.map((id) => `cron:${id}`));
}
