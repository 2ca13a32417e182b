import type { CompetencyKind, CompetencyStructure } from '@mission-control/contract/competency/rules';
import { index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { tenantId } from '../../fleet/tables.ts';

/** The levels, groups and competencies last reported by a tenant. */
export const competencyStructures = pgTable('competency_structures', {
  tenantId: tenantId().primaryKey(),
  structure: jsonb().$type<CompetencyStructure>().notNull(),
  created: time('created').notNull(),
});

/** Mappings from the structure of one tenant to that of another. */
export const competencyMappings = pgTable(
  'competency_mappings',
  {
    id: serial().primaryKey(),
    /** 256 random bits in hex: a capability to see and fill in the mapping. */
    hash: text().notNull().unique('competency_mappings_hash'),
    fromId: tenantId('from_id'),
    toId: tenantId('to_id'),
    createdAt: time('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** Both structures at the time of locking, so that later reports do not affect the mapping; null while unlocked. */
    frozen: jsonb().$type<{ from: CompetencyStructure; to: CompetencyStructure }>(),
  },
  (table) => [index('competency_mappings_from').on(table.fromId), index('competency_mappings_to').on(table.toId)],
);

/** Maps an entry of the source to an entry of the target. */
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
