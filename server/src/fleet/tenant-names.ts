import { TOPIC } from '@mission-control/contract/topics';
import { createRowCache } from '../platform/events/follow-rows.ts';
import { createRowList, type RowList } from '../platform/events/row-list.ts';
import { listTenantNames } from './queries-tenants.ts';

/** Order of folded names, as in an index of the database. */
export const compareKeys = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Id and name of all existing tenants, sorted by name, as cached JSON with this key. */
export const createTenantChoices = (key: string): RowList =>
  createRowList({
    topic: TOPIC.roster,
    key,
    compareNames: compareKeys,
    load: async (db, ids) => {
      const found = await listTenantNames(db, ids);
      return found.map(({ id, name, nameKey }) => ({
        id,
        name: nameKey,
        json: JSON.stringify({ id, tenant_name: name }),
      }));
    },
  });

export type TenantName = Awaited<ReturnType<typeof listTenantNames>>[number];

/** Names of all existing tenants, sorted by name. */
export const readTenantNames = createRowCache({
  topic: TOPIC.roster,
  load: listTenantNames,
  idOf: ({ id }: TenantName) => id,
  derive: (rows): readonly TenantName[] =>
    [...rows].toSorted((one, other) => compareKeys(one.nameKey, other.nameKey) || one.id - other.id),
});
