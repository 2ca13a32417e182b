import { type ConfigKindSlug, configLabel } from '@mission-control/contract/config/kinds';
import type { FoundItem } from '@mission-control/contract/search/calls';
import { and, asc, eq, gt, inArray, sql, type Placeholder } from 'drizzle-orm';
import { notDeleted } from '../../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../../fleet/tables.ts';
import {
  containsWords,
  searchOf,
  startsFirst,
  type Search,
  type Words,
} from '../../../platform/database/contains-words.ts';
import type { Db } from '../../../platform/database/database.ts';
import { hasService } from '../history/queries-states.ts';
import { configDrifts, configItems, configKeys, configs } from '../tables.ts';

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

const configTitle = (kind: ConfigKindSlug): string => `${configLabel(kind)} config`;

const asSetting = (key: string, detail: string, path: string): FoundItem => ({
  kind: 'setting',
  name: key,
  detail,
  path,
});

/** Documented settings by key. */
export function findDocumentedSettings(db: Db, words: Words, limit: number): Search<FoundItem> {
  const { kind, name } = configKeys;
  const select = db
    .select({ kind, name })
    .from(configKeys)
    .where(containsWords(words, name))
    .orderBy(startsFirst(words, name), asc(name), asc(kind))
    .limit(limit);
  return searchOf(select, (row) => asSetting(row.name, configTitle(row.kind), '/fleet/templates'));
}

/** Settings of a tenant by key. */
export function findSettingsOf(db: Db, tenantId: Placeholder, words: Words, limit: number): Search<FoundItem> {
  const { kind, key } = configItems;
  const select = db
    .select({ kind, key, id: tenants.id, tenant: tenants.name })
    .from(configItems)
    .innerJoin(configs, and(eq(configs.tenantId, configItems.tenantId), eq(configs.kind, kind)))
    .innerJoin(tenantServices, hasService)
    .innerJoin(tenants, and(eq(tenants.id, configItems.tenantId), notDeleted))
    .where(and(eq(configItems.tenantId, tenantId), containsWords(words, key)))
    .orderBy(startsFirst(words, key), asc(key), asc(kind))
    .limit(limit);
  return searchOf(select, (row) =>
    asSetting(
      row.key,
      `${configTitle(row.kind)} of ${row.tenant}`,
      `/tenant/${row.id}/${row.kind}/config?${new URLSearchParams({ q: row.key }).toString()}`,
    ),
  );
}
