import type { ThingKind } from '@mission-control/contract/inventory/plan';
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Fields } from './plan.ts';

/** A thing that an inventory declared: its permanent key, and its last declaration, which tells who changed a differing field. */
export const inventoryThings = pgTable(
  'inventory_things',
  {
    kind: text().$type<ThingKind>().notNull(),
    ref: text().notNull(),
    /** Its id in the table of its kind; null for config keys, whose key is the ref. */
    thingId: integer('thing_id'),
    declared: jsonb().$type<Fields>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.ref] })],
);
