import type { ViewPage } from '@mission-control/contract/views/rules';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { userId, users } from '../auth/public.ts';

const pinColumns = () => ({
  userId: userId(),
  viewId: integer('view_id')
    .notNull()
    .references(() => savedViews.id, { onDelete: 'cascade' }),
});

/** Saved filters of a page. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: serial().primaryKey(),
    /** Null once the owner's account is purged: shared views stay. */
    ownerId: integer('owner_id').references(() => users.id, { onDelete: 'set null' }),
    owner: text().notNull(),
    page: text().$type<ViewPage>().notNull(),
    name: text().notNull(),
    search: text().notNull(),
    shared: boolean().notNull(),
    revision: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('saved_views_name').on(table.ownerId, table.page, sql`lower(${table.name})`),
    index('saved_views_shared').on(table.shared),
  ],
);

/** What follows a view and thereby keeps it shared. */
export const viewUses = pgTable(
  'view_uses',
  {
    viewId: integer('view_id')
      .notNull()
      .references(() => savedViews.id),
    /** `alert-rule:12`, `alert-subscription:3` */
    usedBy: text('used_by').notNull(),
    /** `the rule Sites down` */
    label: text().notNull(),
    /** The person it belongs to: it is deleted when the account is purged. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.viewId, table.usedBy] }),
    index('view_uses_user').on(table.usedBy),
    index('view_uses_person').on(table.userId),
  ],
);

/** Views that a person pinned above their list. */
export const viewPins = pgTable('view_pins', pinColumns(), (table) => [
  primaryKey({ columns: [table.userId, table.viewId] }),
  index('view_pins_view').on(table.viewId),
]);

/** The view that a person starts with. */
export const startViews = pgTable('start_views', pinColumns(), (table) => [
  primaryKey({ columns: [table.userId] }),
  index('start_views_view').on(table.viewId),
]);
