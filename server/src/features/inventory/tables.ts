import type { ItemKind } from '@mission-control/contract/inventory/plan';
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Fields } from './plan.ts';

/**
 * An item that an inventory declared: its permanent key, and its last declaration, which shows which side changed a differing field. The
 * table and a column keep their old name `thing`, because a process of an older version may use them during an update.
 */
export const inventoryItems = pgTable(
  'inventory_things',
  {
    kind: text().$type<ItemKind>().notNull(),
    ref: text().notNull(),
    /** Its id in the table of its kind; null for config keys, whose key is the ref. */
    itemId: integer('thing_id'),
    declared: jsonb().$type<Fields>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.ref] })],
);
