import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { ConfigItem, ItemType } from '@mission-control/contract/config/schema';
import { tenants } from '../tenants/public.ts';

/** The known keys of a config kind, with what the editor needs to know about them. */
export const configKeys = pgTable(
  'config_keys',
  {
    kind: text().$type<ConfigKindSlug>().notNull(),
    name: text().notNull(),
    /** `string`, `number`, `boolean`, `select`, ... as in the key metadata of the documents. */
    type: text().notNull(),
    description: text().notNull().default(''),
    secret: boolean().notNull().default(false),
    options: jsonb().$type<{ display_name: string; value: string }[]>().notNull().default([]),
    dependencies: jsonb().$type<{ name: string; values: string[] }[]>().notNull().default([]),
    depends: jsonb().$type<{ depends_on_name: string }[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
);

/** A config of one tenant. `hash` covers the saved items, `committedHash` what the servers have confirmed (C-030). */
export const configs = pgTable(
  'configs',
  {
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    kind: text().$type<ConfigKindSlug>().notNull(),
    revision: integer().notNull().default(0),
    hash: text(),
    savedAt: timestamp('saved_at', { withTimezone: true }),
    savedBy: text('saved_by'),
    committedRevision: integer('committed_revision'),
    committedHash: text('committed_hash'),
    committedAt: timestamp('committed_at', { withTimezone: true }),
    committedBy: text('committed_by'),
    /** A publish was broken off while it replaced files: some servers may not have the committed content. */
    serversDiffer: boolean('servers_differ').notNull().default(false),
    /** When the published files were last read back and held against the committed hash. */
    checkedAt: timestamp('checked_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.kind] }), index('configs_checked').on(table.checkedAt)],
);

/** The saved items. A secret's `value` is ciphertext. */
export const configItems = pgTable(
  'config_items',
  {
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    kind: text().$type<ConfigKindSlug>().notNull(),
    key: text().notNull(),
    value: text().notNull(),
    secret: boolean().notNull().default(false),
    type: integer().$type<ItemType>().notNull(),
    state: integer().$type<ConfigItem['state']>().notNull().default(1),
    valueTemplate: text('value_template'),
    /** The revision that last touched the key. */
    revision: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.kind, table.key] })],
);

/** One stored save: who and when, and what it changed (in `config_changes`). */
export const configRevisions = pgTable(
  'config_revisions',
  {
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    kind: text().$type<ConfigKindSlug>().notNull(),
    number: integer().notNull(),
    author: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.kind, table.number] })],
);

/** What one revision did to one key; null before = added, null after = removed. Secret values are ciphertext. */
export interface StoredItem {
  value: string;
  secret: boolean;
  type: ItemType;
  state: ConfigItem['state'];
  valueTemplate: string | null;
}

export const configChanges = pgTable(
  'config_changes',
  {
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    kind: text().$type<ConfigKindSlug>().notNull(),
    revision: integer().notNull(),
    key: text().notNull(),
    before: jsonb().$type<StoredItem>(),
    after: jsonb().$type<StoredItem>(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.kind, table.revision, table.key] }),
    index('config_changes_key').on(table.tenantId, table.kind, table.key, table.revision),
  ],
);

/** One publish of a revision to the servers; written before the first server is touched, so that a crash can be finished. */
export const publications = pgTable(
  'publications',
  {
    id: uuid().primaryKey(),
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    kind: text().$type<ConfigKindSlug>().notNull(),
    revision: integer().notNull(),
    hash: text().notNull(),
    /** `running`, `done` or `failed`. */
    state: text().$type<'running' | 'done' | 'failed'>().notNull(),
    requestedBy: text('requested_by').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    /** The server process that works on it: nobody else may go on with it. */
    owner: text().notNull().default(''),
    /** While running: until when its process is believed to be alive, by the database's clock. */
    leaseUntil: timestamp('lease_until', { withTimezone: true }).notNull(),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
    /** Outcome per server host. */
    outcome: jsonb().$type<{ host: string; ok: boolean; error?: string }[]>(),
  },
  (table) => [
    // At most one at a time for a config.
    uniqueIndex('publications_running')
      .on(table.tenantId, table.kind)
      .where(sql`state = 'running'`),
    index('publications_config').on(table.tenantId, table.kind),
  ],
);

/** A server on which somebody changed or removed the committed file; a row stands as long as it is so. */
export const configDrifts = pgTable(
  'config_drifts',
  {
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    kind: text().$type<ConfigKindSlug>().notNull(),
    host: text().notNull(),
    /** SHA-256 of what is there now; null = no file. */
    hash: text(),
    foundAt: timestamp('found_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.kind, table.host] })],
);
