import type { RelationFault } from '@mission-control/contract/relations/rules';
import type { RelationInput } from '@mission-control/contract/relations/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { changeTenants, listTenantNames } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { checkRelations, toRow, type RelationEntry, type RelationTenant } from './check-relations.ts';
import * as queries from './queries-write.ts';
import type { RelationRow, StoredRelation } from './queries-write.ts';

/**
 * Replaces the tenant's relations: entries with an id keep or change that relation, entries without are new, missing ones are
 * removed. Relations to deleted tenants are untouched. Raises the versions of all affected tenants; a list without changes records
 * nothing. The caller must hold `lockRelations` and the tenant's row lock.
 * @throws AppError('refused') with all faults
 */
export async function replaceRelations(
  ctx: Ctx,
  { db, record }: Work,
  tenant: RelationTenant,
  list: readonly RelationInput[],
): Promise<void> {
  const stored = await queries.listStoredRelations(db, tenant.id);
  const shown = stored.filter((one) => one.deletedAt === null);
  const hidden = stored.filter((one) => one.deletedAt !== null);
  const others = await listTenantNames(
    db,
    list.map((one) => one.tenant_right),
  );
  const names = new Map(others.map(({ id, name }) => [id, name]));
  const entries = withIds(list, shown);
  const faults = await checkRelations(db, tenant, entries, { shown, hidden, names });
  if (faults.length > 0) throw refused(faults);

  const wanted = entries.map((entry) => toRow(tenant.id, entry));
  const kept = new Map(shown.map((one) => [one.id, one]));
  const added = wanted.filter((row) => !isSame(row, kept.get(row.id ?? 0)));
  const now = new Map(wanted.map((row) => [row.id, row]));
  const gone = shown.filter((one) => !isSame(now.get(one.id), one));
  if (added.length + gone.length === 0) return;
  // Changed relations are deleted and inserted with their id, since two of them may swap ends.
  await queries.deleteRelations(db, idsOf(gone));
  await queries.insertRelations(db, added);

  const ends = [...new Set([tenant.id, ...[...gone, ...added].map((row) => otherEnd(tenant.id, row))])];
  await changeTenants(db, ends, { at: ctx.clock.now(), name: ctx.actor.name });
  const after = wanted.map((row) => ({ ...row, otherName: names.get(otherEnd(tenant.id, row)) ?? '' }));
  record({
    action: 'relations.changed',
    subject: tenant.name,
    tenantId: tenant.id,
    before: byName(tenant.id, shown),
    after: byName(tenant.id, after),
    topics: [TOPIC.tenants, ...ends.map((id) => TOPIC.tenant(id))],
  });
}

const idsOf = (list: readonly { id: number }[]): number[] => list.map((one) => one.id);

type Pair = Pick<RelationRow, 'parentId' | 'childId'>;

const otherEnd = (tenantId: number, { parentId, childId }: Pair): number =>
  parentId === tenantId ? childId : parentId;

const isSame = (row: RelationRow | undefined, one: StoredRelation | undefined): boolean =>
  row !== undefined &&
  one !== undefined &&
  row.id === one.id &&
  row.parentId === one.parentId &&
  row.childId === one.childId;

/** Matches entries without id to existing relations with the same tenant, unless another entry claims them. */
function withIds(list: readonly RelationInput[], shown: readonly StoredRelation[]): RelationEntry[] {
  const claimed = new Set(list.map((entry) => entry.id));
  return list.map((entry) => {
    if (typeof entry.id === 'number') return { ...entry, id: entry.id };
    const one = shown.find(({ otherId, id }) => otherId === entry.tenant_right && !claimed.has(id));
    if (one) claimed.add(one.id);
    return { ...entry, id: one?.id ?? null };
  });
}

const refused = (faults: readonly RelationFault[]): AppError =>
  new AppError(
    'refused',
    faults.map((fault) => fault.message),
    { fields: Object.fromEntries(faults.map(({ at, field, message }) => [`relations.${at}.${field}`, message])) },
  );

/** Relations as recorded in the audit log. */
function byName(tenantId: number, list: readonly (Pair & { otherName: string })[]) {
  const namesOf = (found: (one: Pair) => boolean): string[] =>
    list
      .filter(found)
      .map((one) => one.otherName)
      .toSorted((a, b) => (a < b ? -1 : 1));
  return {
    parent_of: namesOf((one) => one.parentId === tenantId),
    child_of: namesOf((one) => one.childId === tenantId),
  };
}
