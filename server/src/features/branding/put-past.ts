import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import type { Transaction } from '../../platform/database/database.ts';
import { putBranding } from './queries.ts';

/** Imports brandings from an inventory. Their files are generated on request only. */
export async function putBrandingPast(
  db: Transaction,
  history: InventoryHistory['brandings'],
  tenants: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { tenant, colors, content, branch, updated_at, updated_by } of history) {
    const tenantId = tenants.get(tenant);
    if (tenantId === undefined) continue;
    const brand = { colours: colors, content, logo: null };
    await putBranding(db, { tenantId, brand, branch, updatedAt: new Date(updated_at), updatedBy: updated_by });
  }
}
