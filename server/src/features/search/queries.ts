import type { FoundItem } from '@mission-control/contract/search/calls';
import { asc, eq, sql } from 'drizzle-orm';
import { existingTenants } from '../../fleet/queries-tenants.ts';
import { databaseHosts, environments, servers, tenants, tenantServices } from '../../fleet/tables.ts';
import {
  containsWords,
  startsFirst,
  searchesByKey,
  searchOf,
  type Search,
  type Words,
} from '../../platform/database/contains-words.ts';
import type { Db } from '../../platform/database/database.ts';
import { findAlerts } from '../alerts/public.ts';
import { findPeople } from '../auth/public.ts';
import { findBulks } from '../bulk/public.ts';
import { findDocumentedSettings, findSettingsOf } from '../config/public.ts';
import { findRuns } from '../runs/public.ts';
import { findViews } from '../views/public.ts';

/** The switches of existing tenants, one row per service. */
export const listSwitches = (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: tenants.id,
      name: tenants.name,
      staging: tenants.staging,
      active: tenants.active,
      service: tenantServices.service,
      cron: tenantServices.cron,
      maintenance: tenantServices.maintenance,
    })
    .from(tenants)
    .leftJoin(tenantServices, eq(tenantServices.tenantId, tenants.id))
    .where(existingTenants(ids))
    .orderBy(asc(tenantServices.service));
export type SwitchRow = Awaited<ReturnType<typeof listSwitches>>[number];

/** Environments by name, instance, group or address. */
function findEnvironments(db: Db, words: Words, limit: number): Search<FoundItem> {
  const { id, name, instanceId, groupName, fqdn } = environments;
  return searchOf(
    db
      .select({ id, name, fqdn })
      .from(environments)
      .where(containsWords(words, name, instanceId, groupName, fqdn))
      .orderBy(startsFirst(words, name), asc(name))
      .limit(limit),
    (one) => ({
      kind: 'environment',
      name: one.name,
      detail: one.fqdn,
      path: `/environment/${one.id}`,
    }),
  );
}

/** Servers by host; each is shown with its environment. */
function findServers(db: Db, words: Words, limit: number): Search<FoundItem> {
  return searchOf(
    db
      .select({ host: servers.host, environment: environments.name, id: environments.id })
      .from(servers)
      .innerJoin(environments, eq(environments.id, servers.environmentId))
      .where(containsWords(words, servers.host))
      .orderBy(startsFirst(words, servers.host), asc(servers.host))
      .limit(limit),
    ({ host, environment, id }) => ({
      kind: 'server',
      name: host,
      detail: environment,
      path: `/environment/${id}`,
    }),
  );
}

/** Database servers by name, label, identifier or endpoint. */
function findDatabases(db: Db, words: Words, limit: number): Search<FoundItem> {
  const { id, name, label, identifier, endpoint } = databaseHosts;
  return searchOf(
    db
      .select({ id, name, label })
      .from(databaseHosts)
      .where(containsWords(words, name, label, identifier, endpoint))
      .orderBy(startsFirst(words, name), asc(name))
      .limit(limit),
    (one) => ({
      kind: 'database',
      name: one.name,
      detail: one.label,
      path: `/database?database=${one.id}`,
    }),
  );
}

/** Maximum results of each kind. */
const MAX_ITEMS = 4;

/** What a statement searches. */
export interface Searched {
  words: number;
  /** For each search for settings: whether it covers those of a tenant instead of the documented ones. */
  settings: boolean[];
  people: boolean;
  views: boolean;
}

/**
 * Searches items of every kind; the key is the JSON of `Searched`. The placeholders are `word_0`, `word_1` ..., `user`, and for the
 * searches for settings `key_0` ... and `tenant_0` ....
 */
export const searchItems = searchesByKey('find_items', (db, key) => {
  const searched = JSON.parse(key) as Searched;
  const words = Array.from({ length: searched.words }, (_, at) => sql.placeholder(`word_${at}`));
  return [
    ...searched.settings.map((ofTenant, at) =>
      ofTenant
        ? findSettingsOf(db, sql.placeholder(`tenant_${at}`), [sql.placeholder(`key_${at}`)], MAX_ITEMS)
        : findDocumentedSettings(db, [sql.placeholder(`key_${at}`)], MAX_ITEMS),
    ),
    ...(searched.people ? [findPeople(db, words, MAX_ITEMS)] : []),
    findEnvironments(db, words, MAX_ITEMS),
    findServers(db, words, MAX_ITEMS),
    findDatabases(db, words, MAX_ITEMS),
    findRuns(db, words, MAX_ITEMS),
    findBulks(db, words, MAX_ITEMS),
    ...(searched.views ? [findViews(db, sql.placeholder('user'), words, MAX_ITEMS)] : []),
    findAlerts(db, words, MAX_ITEMS),
  ];
});
