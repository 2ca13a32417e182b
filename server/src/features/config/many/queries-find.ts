import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { FoundItem } from '@mission-control/contract/search/calls';
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { livingTenant } from '../../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../../fleet/tables.ts';
import { containsWords, startsFirst } from '../../../platform/database/contains-words.ts';
import type { Db } from '../../../platform/database/database.ts';
import { serviceOfKind } from '../history/queries-states.ts';
import { configDrifts, configItems, configKeys, configs } from '../tables.ts';

/** Whether the tenant has the service of the config. */
const hasService = and(eq(tenantServices.tenantId, configs.tenantId), eq(tenantServices.service, serviceOfKind));

/** The saved configs of the tenants' services, and whether their servers differ. @param kind null: all */
export const listCommittable = (db: Db, tenantIds: readonly number[], kind: ConfigKindSlug | null) =>
  db
    .select({
      tenantId: configs.tenantId,
      kind: configs.kind,
      waiting: sql<boolean>`${configs.hash} is distinct from ${configs.committedHash} or ${configs.serversDiffer} or exists (
        select 1 from ${configDrifts} where ${configDrifts.tenantId} = ${configs.tenantId} and ${configDrifts.kind} = ${configs.kind})`,
    })
    .from(configs)
    .innerJoin(tenantServices, hasService)
    .where(
      and(
        inArray(configs.tenantId, [...tenantIds]),
        gt(configs.revision, 0),
        kind === null ? undefined : eq(configs.kind, kind),
      ),
    )
    .orderBy(asc(configs.kind));

const labelOf = (kind: ConfigKindSlug): string => `${findConfigKind(kind)?.label ?? kind} config`;

/** Settings by key: those of one tenant, or the documented ones. @param word in lower case */
export async function findSettings(db: Db, word: string, tenantId: number | null, limit: number): Promise<FoundItem[]> {
  const item = (key: string, detail: string, path: string): FoundItem => ({
    kind: 'setting',
    name: key,
    detail,
    path,
  });
  if (tenantId === null) {
    const { kind, name } = configKeys;
    const found = await db
      .select({ kind, name })
      .from(configKeys)
      .where(containsWords([word], name))
      .orderBy(startsFirst([word], name), asc(name), asc(kind))
      .limit(limit);
    return found.map((one) => item(one.name, labelOf(one.kind), '/fleet/templates'));
  }
  const { kind, key } = configItems;
  const found = await db
    .select({ kind, key, tenant: tenants.name })
    .from(configItems)
    .innerJoin(configs, and(eq(configs.tenantId, configItems.tenantId), eq(configs.kind, kind)))
    .innerJoin(tenantServices, hasService)
    .innerJoin(tenants, livingTenant(tenantId))
    .where(and(eq(configItems.tenantId, tenantId), containsWords([word], key)))
    .orderBy(startsFirst([word], key), asc(key), asc(kind))
    .limit(limit);
  return found.map((one) =>
    item(
      one.key,
      `${labelOf(one.kind)} of ${one.tenant}`,
      `/tenant/${tenantId}/${one.kind}/config?${new URLSearchParams({ q: one.key }).toString()}`,
    ),
  );
}
