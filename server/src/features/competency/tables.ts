import type { CompetencyKind, CompetencyStructure } from '@mission-control/contract/competency/rules';
import { index, integer, jsonb, pgTable, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { tenants } from '../tenants/public.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });
const tenant = (name: string) =>
  integer(name)
    .notNull()
    .references(() => tenants.id, { onDelete: 'cascade' });

/** The levels, groups and competencies that a tenant last reported. */
export const competencyStructures = pgTable('competency_structures', {
  tenantId: tenant('tenant_id').primaryKey(),
  structure: jsonb().$type<CompetencyStructure>().notNull(),
  created: time('created').notNull(),
});

/** From the structure of one tenant to that of another. */
export const competencyMappings = pgTable(
  'competency_mappings',
  {
    id: serial().primaryKey(),
    /** 64 hexadecimal digits out of 256 random bits: the right to see and fill in the mapping. */
    hash: text().notNull().unique('competency_mappings_hash'),
    fromId: tenant('from_id'),
    toId: tenant('to_id'),
    createdAt: time('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** Both structures as they were when it was locked, so that later reports change nothing; null while it is open. */
    frozen: jsonb().$type<{ from: CompetencyStructure; to: CompetencyStructure }>(),
  },
  (table) => [index('competency_mappings_from').on(table.fromId), index('competency_mappings_to').on(table.toId)],
);

/** Which entry of the target stands for an entry of the source. */
export const competencyChoices = pgTable(
  'competency_choices',
  {
    mappingId: integer('mapping_id')
      .notNull()
      .references(() => competencyMappings.id, { onDelete: 'cascade' }),
    kind: text().$type<CompetencyKind>().notNull(),
    source: integer().notNull(),
    target: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.mappingId, table.kind, table.source] })],
);
