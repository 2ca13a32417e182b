import {
  ofEachKind,
  type CompetencyKind,
  type CompetencyMap,
  type CompetencyStructure,
} from '@mission-control/contract/competency/rules';
import type { CompetencyMappingRow } from '@mission-control/contract/competency/schema';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isDeepStrictEqual } from 'node:util';
import { existingTenants } from '../../fleet/queries-tenants.ts';
import { tenants } from '../../fleet/tables.ts';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { competencyChoices, competencyMappings, competencyStructures } from './tables.ts';

const source = alias(tenants, 'source');
const target = alias(tenants, 'target');

/** Mappings between existing tenants; those of a deleted tenant reappear when it is restored. */
const selectMappings = (db: Db) =>
  db
    .select({ mapping: competencyMappings, from: source.name, to: target.name })
    .from(competencyMappings)
    .innerJoin(source, and(eq(source.id, competencyMappings.fromId), isNull(source.deletedAt)))
    .innerJoin(target, and(eq(target.id, competencyMappings.toId), isNull(target.deletedAt)));

export type FoundMapping = Awaited<ReturnType<typeof selectMappings>>[number];

/** All mappings, newest first. */
export async function listMappingRows(db: Db): Promise<CompetencyMappingRow[]> {
  const found = await db
    .select({
      hash: competencyMappings.hash,
      fromId: source.id,
      from: source.name,
      toId: target.id,
      to: target.name,
      locked: sql<boolean>`${competencyMappings.frozen} is not null`,
      createdAt: competencyMappings.createdAt,
      createdBy: competencyMappings.createdBy,
    })
    .from(competencyMappings)
    .innerJoin(source, and(eq(source.id, competencyMappings.fromId), isNull(source.deletedAt)))
    .innerJoin(target, and(eq(target.id, competencyMappings.toId), isNull(target.deletedAt)))
    .orderBy(desc(competencyMappings.id));
  return found.map((row) => ({
    hash: row.hash,
    from: { id: row.fromId, tenant_name: row.from },
    to: { id: row.toId, tenant_name: row.to },
    locked: row.locked,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
  }));
}

export async function findMapping(db: Db, hash: string): Promise<FoundMapping | undefined> {
  const [found] = await selectMappings(db).where(eq(competencyMappings.hash, hash));
  return found;
}

/** The mapping with this hash, its row locked until the transaction ends. */
export async function lockMapping(db: Transaction, hash: string): Promise<FoundMapping | undefined> {
  const [found] = await selectMappings(db)
    .where(eq(competencyMappings.hash, hash))
    .for('update', { of: competencyMappings });
  return found;
}

/** Names of the existing tenants by id, protected from removal until the transaction ends. */
export async function holdTenants(db: Transaction, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await db
    .select({ id: tenants.id, name: tenants.name })
    .from(tenants)
    .where(existingTenants(ids))
    .orderBy(tenants.id)
    .for('key share');
  return new Map(found.map(({ id, name }) => [id, name]));
}

export async function insertMapping(db: Transaction, row: typeof competencyMappings.$inferInsert): Promise<void> {
  await db.insert(competencyMappings).values(row);
}

/** Freezes both structures; null unfreezes them. */
export async function freezeMapping(
  db: Transaction,
  id: number,
  frozen: { from: CompetencyStructure; to: CompetencyStructure } | null,
): Promise<void> {
  await db.update(competencyMappings).set({ frozen }).where(eq(competencyMappings.id, id));
}

/** The last reported structures; empty lists for a tenant that never reported. */
export async function readStructures(
  db: Db,
  fromId: number,
  toId: number,
): Promise<{ from: CompetencyStructure; to: CompetencyStructure }> {
  const found = await db
    .select()
    .from(competencyStructures)
    .where(inArray(competencyStructures.tenantId, [fromId, toId]));
  const of = (id: number) => found.find(({ tenantId }) => tenantId === id)?.structure ?? ofEachKind(() => []);
  return { from: of(fromId), to: of(toId) };
}

export async function readMap(db: Db, mappingId: number): Promise<CompetencyMap> {
  const map: CompetencyMap = ofEachKind(() => ({}));
  const found = await db.select().from(competencyChoices).where(eq(competencyChoices.mappingId, mappingId));
  for (const { kind, source: from, target: to } of found) map[kind][String(from)] = to;
  return map;
}

/** Upserts a choice; null removes it. */
export async function putChoice(
  db: Transaction,
  key: { mappingId: number; kind: CompetencyKind; source: number },
  chosen: number | null,
): Promise<void> {
  if (chosen !== null) {
    await db
      .insert(competencyChoices)
      .values({ ...key, target: chosen })
      .onConflictDoUpdate({
        target: [competencyChoices.mappingId, competencyChoices.kind, competencyChoices.source],
        set: { target: chosen },
      });
    return;
  }
  await db
    .delete(competencyChoices)
    .where(
      and(
        eq(competencyChoices.mappingId, key.mappingId),
        eq(competencyChoices.kind, key.kind),
        eq(competencyChoices.source, key.source),
      ),
    );
}

/** Replaces structures that are older than the reported ones. Returns whether any of them differs. */
export async function putStructures(
  db: Transaction,
  reported: (typeof competencyStructures.$inferInsert)[],
): Promise<boolean> {
  const ids = reported.map(({ tenantId }) => tenantId);
  const known = await db
    .select()
    .from(competencyStructures)
    .where(inArray(competencyStructures.tenantId, ids))
    .orderBy(competencyStructures.tenantId)
    .for('update');
  const before = new Map(known.map(({ tenantId, structure }) => [tenantId, structure]));
  const stored = await db
    .insert(competencyStructures)
    .values(reported)
    .onConflictDoUpdate({
      target: competencyStructures.tenantId,
      set: { structure: sql`excluded.structure`, created: sql`excluded.created` },
      setWhere: sql`${competencyStructures.created} <= excluded.created`,
    })
    .returning({ tenantId: competencyStructures.tenantId, structure: competencyStructures.structure });
  return stored.some(({ tenantId, structure }) => !isDeepStrictEqual(structure, before.get(tenantId)));
}
