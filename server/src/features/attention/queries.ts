import type { AttentionFacts } from '@mission-control/contract/attention/rules';
import { and, inArray, sql, type SQL } from 'drizzle-orm';
import { notDeleted } from '../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../fleet/tables.ts';
import type { Database } from '../../platform/database/database.ts';
import { idRanges, within } from '../../platform/database/id-ranges.ts';
import { configItems, differencesOfTenant, licenceExpiry, licenceItem, waitingOfTenant } from '../config/public.ts';
import { unconfirmedOfTenant } from '../control/public.ts';
import { cronOfTenant } from '../cron/public.ts';
import { sitesOfTenant } from '../monitors/public.ts';
import { systemReportOfTenant } from '../system/public.ts';

/** The facts of an existing tenant, with its name. */
export type TenantFacts = AttentionFacts & { name: string };

const services = sql`${tenantServices} where ${tenantServices.tenantId} = ${tenants.id}`;

/** The facts as columns of a statement that reads tenants and joins `licenceItem`. */
export const attentionFacts = {
  id: tenants.id,
  active: tenants.active,
  hasCoursepro: sql<boolean>`exists (select from ${services} and ${tenantServices.service} = 'coursepro')`,
  runsCron: sql<boolean>`exists (select from ${services} and ${tenantServices.cron})`,
  licence: licenceExpiry,
  sites: sitesOfTenant(tenants.id),
  reports: cronOfTenant(tenants.id),
  systemReport: systemReportOfTenant(tenants.id),
  drifts: differencesOfTenant(tenants.id),
  changes: waitingOfTenant(tenants.id),
  unconfirmed: unconfirmedOfTenant(tenants.id),
};

const selectFacts = (db: Database, which: SQL | undefined) =>
  db
    .select({ ...attentionFacts, name: tenants.name })
    .from(tenants)
    .leftJoin(configItems, licenceItem)
    .where(and(notDeleted, which));

/** Tenants per statement: one batch is parsed in a few milliseconds, and other requests run in between. */
const CHUNK = 250;

/** The facts of existing tenants, in parts, in no order. @param ids null: all */
export async function* readFacts(db: Database, ids: readonly number[] | null): AsyncGenerator<TenantFacts[]> {
  if (ids === null)
    for (const range of await idRanges(db, tenants.id, CHUNK)) yield await selectFacts(db, within(tenants.id, range));
  else
    for (let from = 0; from < ids.length; from += CHUNK)
      yield await selectFacts(db, inArray(tenants.id, ids.slice(from, from + CHUNK)));
}
