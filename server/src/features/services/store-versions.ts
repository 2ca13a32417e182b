import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import type { UnauditedWork } from '../../platform/database/transaction.ts';
import type { Reported } from '../reports/public.ts';
import { replaceVersions } from './queries-versions.ts';

/** Stores the versions that tenants run, unless a newer report is already stored. */
export async function storeVersions(
  _ctx: Ctx,
  { db, changed }: UnauditedWork,
  reports: Reported<{ version: string; db_version: string | null }>[],
): Promise<void> {
  const reported = reports.map(({ tenantId, created, entry: { version, db_version: dbVersion } }) => ({
    tenantId,
    created,
    version,
    dbVersion,
  }));
  const moved = await replaceVersions(db, reported);
  if (moved.length > 0) changed(TOPIC.tenants, ...moved.map((id) => TOPIC.tenant(id)));
}
