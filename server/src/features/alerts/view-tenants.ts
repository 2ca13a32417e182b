import { passesView } from '@mission-control/contract/tenants/view-filter';
import type { Db } from '../../platform/database/database.ts';
import { readTenantRows } from '../tenants/public.ts';
import { listFilters } from '../views/public.ts';

/** Which of these views list a tenant. */
export type TenantViews = ReadonlyMap<number, readonly number[]>;
export const NO_VIEWS: TenantViews = new Map();

/** The tenants that these views list now, with the views. */
export async function listTenantViews(db: Db, viewIds: readonly number[]): Promise<TenantViews> {
  const views = await listFilters(db, viewIds);
  if (views.length === 0) return NO_VIEWS;
  const ofTenant = new Map<number, number[]>();
  for await (const rows of readTenantRows(db, null))
    for (const row of rows) {
      const listing = views.filter(({ filter }) => passesView(row, filter)).map(({ id }) => id);
      if (listing.length > 0) ofTenant.set(row._id, listing);
    }
  return ofTenant;
}
