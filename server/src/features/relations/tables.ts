import { sql } from 'drizzle-orm';
import { check, index, pgTable, serial, uniqueIndex } from 'drizzle-orm/pg-core';
import { tenantId } from '../../fleet/tables.ts';

/** One row per relation, visible from both ends (C-112). */
export const relations = pgTable(
  'relations',
  {
    id: serial().primaryKey(),
    parentId: tenantId('parent_id'),
    childId: tenantId('child_id'),
  },
  (table) => [
    // A pair is unique in either direction.
    uniqueIndex('relations_pair').on(sql`least(parent_id, child_id)`, sql`greatest(parent_id, child_id)`),
    index('relations_parent').on(table.parentId),
    index('relations_child').on(table.childId),
    check('relations_not_self', sql`parent_id <> child_id`),
  ],
);
