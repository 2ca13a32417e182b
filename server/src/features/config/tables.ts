import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { TemplateRow } from '@mission-control/contract/config/templates';
import type { ConfigItem, ItemType } from '@mission-control/contract/config/schema';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { tenantId } from '../../fleet/tables.ts';

const place = () => ({ tenantId: tenantId(), kind: text().$type<ConfigKindSlug>().notNull() });

/** Metadata of the known keys of a config kind. */
export const configKeys = pgTable(
  'config_keys',
  {
    kind: text().$type<ConfigKindSlug>().notNull(),
    name: text().notNull(),
    /** `string`, `number`, `boolean`, `select`, ... as in the documented key metadata. */
    type: text().notNull(),
    description: text().notNull().default(''),
    secret: boolean().notNull().default(false),
    options: jsonb().$type<{ display_name: string; value: string }[]>().notNull().default([]),
    dependencies: jsonb().$type<{ name: string; values: string[] }[]>().notNull().default([]),
    depends: jsonb().$type<{ depends_on_name: string }[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
);

/** The default template of a kind, if an admin has replaced the documented one. */
export const configTemplates = pgTable('config_templates', {
  kind: text().$type<ConfigKindSlug>().primaryKey(),
  rows: jsonb().$type<TemplateRow[]>().notNull(),
});

/** A config of one tenant. `hash` is that of the saved items, `committedHash` the one confirmed by the servers (C-030). */
export const configs = pgTable(
  'configs',
  {
    ...place(),
    revision: integer().notNull().default(0),
    hash: text(),
    savedAt: time('saved_at'),
    savedBy: text('saved_by'),
    committedRevision: integer('committed_revision'),
    committedHash: text('committed_hash'),
    committedAt: time('committed_at'),
    committedBy: text('committed_by'),
    /** A publication was interrupted while replacing files: some servers may lack the committed content. */
    serversDiffer: boolean('servers_differ').notNull().default(false),
    /** When a comparison of the published files with the committed hash last began. */
    checkedAt: time('checked_at'),
    /** Whether every server could be read when they were last compared; null: not compared yet. */
    allRead: boolean('all_read'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.kind] }), index('configs_checked').on(table.checkedAt)],
);

/** A config that is on no server. */
export const NOT_COMMITTED = {
  committedRevision: null,
  committedHash: null,
  committedAt: null,
  committedBy: null,
  serversDiffer: false,
};

/** The saved items. Secret values are ciphertext. */
export const configItems = pgTable(
  'config_items',
  {
    ...place(),
    key: text().notNull(),
    value: text().notNull(),
    secret: boolean().notNull().default(false),
    type: integer().$type<ItemType>().notNull(),
    state: integer().$type<ConfigItem['state']>().notNull().default(1),
    valueTemplate: text('value_template'),
    /** The revision that last touched the key. */
    revision: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.kind, table.key] }),
    // Whether any tenant keeps a setting secret.
    index('config_items_secret')
      .on(table.kind, table.key)
      .where(sql`secret`),
  ],
);

/** A saved revision; its changes are in `config_changes`. */
export const configRevisions = pgTable(
  'config_revisions',
  {
    ...place(),
    number: integer().notNull(),
    author: text().notNull(),
    at: time().notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.kind, table.number] })],
);

/** One side of a change: null before = added, null after = removed. Secret values are ciphertext. */
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
    ...place(),
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

/** One publish of a revision; stored before the first server is touched, so that it can be resumed after a crash. */
export const publications = pgTable(
  'publications',
  {
    id: uuid().primaryKey(),
    ...place(),
    revision: integer().notNull(),
    hash: text().notNull(),
    state: text().$type<'running' | 'done' | 'failed'>().notNull(),
    requestedBy: text('requested_by').notNull(),
    startedAt: time('started_at').notNull(),
    /** The server process that owns it. */
    owner: text().notNull().default(''),
    /** Expiry of the owner's lease while running, by the database clock. */
    leaseUntil: time('lease_until').notNull(),
    finishedAt: time('finished_at'),
    /** Outcome per server host; not ok while it is unknown, as of a process that died. */
    outcome: jsonb().$type<{ host: string; ok: boolean; error?: string }[]>(),
    /** A withdrawal from all servers, not only from former ones; those that had left the inventory are not in its outcome. */
    everywhere: boolean().notNull().default(false),
  },
  (table) => [
    // At most one running publication per config.
    uniqueIndex('publications_running')
      .on(table.tenantId, table.kind)
      .where(sql`state = 'running'`),
    index('publications_config').on(table.tenantId, table.kind),
  ],
);

/** When the servers of a never-committed config were last read, to find files that predate the console. */
export const configLooks = pgTable(
  'config_looks',
  {
    ...place(),
    lookedAt: time('looked_at').notNull(),
    /** As in `configs`. */
    allRead: boolean('all_read'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.kind] })],
);

/** A setting that differs between two sides. Values are as displayed, '' if masked, null if there is no such setting. */
export interface Difference {
  key: string;
  before: string | null;
  after: string | null;
  masked: boolean;
}

/**
 * A server whose file is not the committed one: changed, removed or, if nothing was ever committed, of unknown origin. Deleted once
 * the server is as expected.
 */
export const configDrifts = pgTable(
  'config_drifts',
  {
    ...place(),
    host: text().notNull(),
    /** SHA-256 of the current file; null = no file. */
    hash: text(),
    /** The server was added to the service after the last commit, so it never had the file. */
    isNew: boolean('is_new').notNull().default(false),
    foundAt: time('found_at').notNull(),
    /** Settings of that file that differ from the committed ones; null if unknown. */
    differences: jsonb().$type<Difference[]>(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.kind, table.host] })],
);
