import type { ReportedError, SddError } from '@mission-control/contract/dashboard/schema';
import { ROW_TOPIC, TOPIC } from '@mission-control/contract/topics';
import { createHash } from 'node:crypto';
import { storeTotals } from '../../fleet/queries-tenants.ts';
import { DAY_MS, type Clock } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { UnauditedWork } from '../../platform/database/transaction.ts';
import { maskTextSecrets } from '../../platform/secrets/mask-secrets.ts';
import type { Reported } from '../reports/public.ts';
import { insertErrors, putStatistics, trimErrors, type StatisticsEntry } from './queries-store.ts';
import { listErrors } from './queries.ts';

const RETENTION_MS = 14 * DAY_MS;
const MAX_LISTED_ERRORS = 1000;

/** Errors before this time are deleted. */
export const errorsKeptFrom = ({ clock }: { clock: Clock }): Date => new Date(clock.now().getTime() - RETENTION_MS);

/** SDD errors of the tenants in production, newest first. */
export function listSddErrors(ctx: Ctx): Promise<SddError[]> {
  return listErrors(ctx.db, errorsKeptFrom(ctx), MAX_LISTED_ERRORS);
}

const MAX_ERRORS_PER_TENANT = 200;

/** Stores the newest statistics of each tenant. */
export async function storeStatistics(
  _ctx: Ctx,
  { db, changed }: UnauditedWork,
  reports: Reported<StatisticsEntry>[],
): Promise<void> {
  const stored = await putStatistics(db, reports);
  if (stored.length === 0) return;
  changed(TOPIC.statistics, ...stored.map(({ id }) => TOPIC.tenantStatistics(id)));
  const counted = await storeTotals(db, stored);
  if (counted.length > 0) changed(TOPIC.tenants, ...counted.map((id) => ROW_TOPIC.tenant(id)));
}

/** Stores new errors. Everybody who can sign in can read them, so what looks like a secret in them is not stored. */
export async function storeSddErrors(
  ctx: Ctx,
  { db, changed }: UnauditedWork,
  reports: Reported<{ errors: ReportedError[] }>[],
): Promise<void> {
  const from = errorsKeptFrom(ctx).getTime();
  const reported = reports.flatMap(({ tenantId, created, entry }) =>
    entry.errors.map(({ message: reportedMessage, level, timestamp }) => {
      const message = maskTextSecrets(reportedMessage);
      const [stated, at] = [new Date(timestamp), new Date(Math.min(Date.parse(timestamp), created.getTime()))];
      // The same error has another time in the next report if it is ahead of both.
      const aheadHash = hashOf(stated.toISOString(), level, message);
      return { tenantId, at, hash: at < stated ? aheadHash : hashOf(level, message), aheadHash, level, message };
    }),
  );
  const stored = await insertErrors(
    db,
    reported.filter(({ at }) => at.getTime() >= from),
  );
  if (stored.length === 0) return;
  await trimErrors(db, stored, MAX_ERRORS_PER_TENANT);
  changed(TOPIC.sddErrors);
}

const hashOf = (...facts: string[]): string => createHash('sha256').update(facts.join('\n')).digest('base64url');
