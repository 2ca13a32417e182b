import { createHash } from 'node:crypto';
import type { ReportedError } from '@mission-control/contract/dashboard/schema';
import type { Ctx } from '../../platform/context.ts';
import type { UnauditedWork } from '../../platform/database/transaction.ts';
import type { Reported } from '../reports/public.ts';
import { insertErrors, putStatistics, trimErrors, updateTotals, type StatisticsEntry } from './queries-store.ts';
import { errorsKeptFrom } from './sdd-errors.ts';

/** Newest errors that are kept of each tenant. */
const ERRORS_A_TENANT = 200;

/** Keeps the newest statistics of each tenant. */
export async function storeStatistics(
  _ctx: Ctx,
  { db, changed }: UnauditedWork,
  reports: Reported<StatisticsEntry>[],
): Promise<void> {
  const stored = await putStatistics(db, reports);
  if (stored.length === 0) return;
  changed('dashboard', ...stored.map((id) => `dashboard:${id}`));
  if ((await updateTotals(db, stored)) > 0) changed('tenants');
}

/** Adds errors to those that are known. */
export async function storeSddErrors(
  ctx: Ctx,
  { db, changed }: UnauditedWork,
  reports: Reported<{ errors: ReportedError[] }>[],
): Promise<void> {
  const from = errorsKeptFrom(ctx).getTime();
  const told = reports.flatMap(({ tenantId, created, entry }) =>
    entry.errors.map(({ message, level, timestamp }) => ({
      tenantId,
      at: new Date(Math.min(Date.parse(timestamp), created.getTime())),
      hash: createHash('sha256').update(`${level}\n${message}`).digest('base64url'),
      level,
      message,
    })),
  );
  const stored = await insertErrors(
    db,
    told.filter(({ at }) => at.getTime() >= from),
  );
  if (stored.length === 0) return;
  await trimErrors(db, stored, ERRORS_A_TENANT);
  changed('sdd-errors');
}
