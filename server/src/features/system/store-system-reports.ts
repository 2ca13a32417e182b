import type { Ctx } from '../../platform/context.ts';
import type { UnauditedWork } from '../../platform/database/transaction.ts';
import type { Reported } from '../reports/public.ts';
import { replaceSystemValues } from './queries.ts';

/** Stores what systems say of themselves in place of what they said before. */
export async function storeSystemReports(
  _ctx: Ctx,
  { db, changed }: UnauditedWork,
  reports: Reported<{ system: Record<string, string> }>[],
): Promise<void> {
  const values = reports.map(({ tenantId, created, entry }) => ({ tenantId, created, values: entry.system }));
  changed(...(await replaceSystemValues(db, values)).map((id) => `tenant:${id}`));
}
