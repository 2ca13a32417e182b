import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import type { Transaction } from '../../platform/database/database.ts';
import { putCronReports } from './queries.ts';

/** Reports per statement, as many as in one request. */
const BATCH_SIZE = 15;

interface Ids {
  tenants: ReadonlyMap<string, number>;
  environments: ReadonlyMap<string, number>;
}

/** Imports the last cron reports from an inventory; the first real report replaces them. */
export async function putCronPast(
  db: Transaction,
  { cron }: Pick<InventoryHistory, 'cron'>,
  { tenants, environments }: Ids,
): Promise<void> {
  const reports = cron.flatMap(({ tenant, environment, created, ...entry }) => {
    const [tenantId, environmentId] = [tenants.get(tenant), environments.get(environment)];
    if (tenantId === undefined || environmentId === undefined) return [];
    return [{ tenantId, environmentId, created: new Date(created), entry }];
  });
  for (let at = 0; at < reports.length; at += BATCH_SIZE) await putCronReports(db, reports.slice(at, at + BATCH_SIZE));
}
