import type { PgTable } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import type { KeyedItem } from './file/stored-items.ts';
import { configChanges, configItems, configRevisions, configs } from './tables.ts';

export interface ConfigRows {
  configs: (typeof configs.$inferInsert)[];
  items: (typeof configItems.$inferInsert)[];
  revisions: (typeof configRevisions.$inferInsert)[];
  changes: (Omit<typeof configChanges.$inferInsert, 'before' | 'after'> & {
    before: KeyedItem | null;
    after: KeyedItem | null;
  })[];
}

const CHUNK = 5000;

/** Inserts the rows with one JSON parameter per statement: one parameter per value makes large imports slow. */
export async function insertConfigRows(db: Transaction, rows: ConfigRows): Promise<void> {
  await insertJson(db, configs, CONFIG_COLUMNS, rows.configs.map(configRow));
  await insertJson(db, configRevisions, REVISION_COLUMNS, rows.revisions.map(revisionRow));
  await insertJson(db, configItems, ITEM_COLUMNS, rows.items.map(itemRow));
  await insertJson(db, configChanges, CHANGE_COLUMNS, rows.changes.map(changeRow));
}

const CONFIG_COLUMNS = {
  tenant_id: 'integer',
  kind: 'text',
  revision: 'integer',
  hash: 'text',
  saved_at: 'timestamptz',
  saved_by: 'text',
  committed_revision: 'integer',
  committed_hash: 'text',
  committed_at: 'timestamptz',
  committed_by: 'text',
};
const REVISION_COLUMNS = {
  tenant_id: 'integer',
  kind: 'text',
  number: 'integer',
  author: 'text',
  at: 'timestamptz',
  hash: 'text',
};
const ITEM_COLUMNS = {
  tenant_id: 'integer',
  kind: 'text',
  key: 'text',
  value: 'text',
  secret: 'boolean',
  type: 'integer',
  state: 'integer',
  value_template: 'text',
  revision: 'integer',
};
const CHANGE_COLUMNS = {
  tenant_id: 'integer',
  kind: 'text',
  revision: 'integer',
  key: 'text',
  before: 'jsonb',
  after: 'jsonb',
};

type JsonRow<Columns> = Record<keyof Columns, unknown>;

async function insertJson<Columns extends Record<string, string>>(
  db: Transaction,
  table: PgTable,
  columns: Columns,
  rows: JsonRow<Columns>[],
): Promise<void> {
  const names = sql.join(
    Object.keys(columns).map((name) => sql.identifier(name)),
    sql`, `,
  );
  const definitions = sql.join(
    Object.entries(columns).map(([name, type]) => sql`${sql.identifier(name)} ${sql.raw(type)}`),
    sql`, `,
  );
  for (let from = 0; from < rows.length; from += CHUNK) {
    const part = JSON.stringify(rows.slice(from, from + CHUNK));
    await db.execute(
      sql`insert into ${table} (${names}) select ${names} from jsonb_to_recordset(${part}::jsonb) as given(${definitions})`,
    );
  }
}

const configRow = (row: ConfigRows['configs'][number]): JsonRow<typeof CONFIG_COLUMNS> => ({
  tenant_id: row.tenantId,
  kind: row.kind,
  revision: row.revision,
  hash: row.hash,
  saved_at: row.savedAt,
  saved_by: row.savedBy,
  committed_revision: row.committedRevision,
  committed_hash: row.committedHash,
  committed_at: row.committedAt,
  committed_by: row.committedBy,
});

const revisionRow = (row: ConfigRows['revisions'][number]): JsonRow<typeof REVISION_COLUMNS> => ({
  tenant_id: row.tenantId,
  kind: row.kind,
  number: row.number,
  author: row.author,
  at: row.at,
  hash: row.hash,
});

const itemRow = (row: ConfigRows['items'][number]): JsonRow<typeof ITEM_COLUMNS> => ({
  tenant_id: row.tenantId,
  kind: row.kind,
  key: row.key,
  value: row.value,
  secret: row.secret,
  type: row.type,
  state: row.state,
  value_template: row.valueTemplate,
  revision: row.revision,
});

const changeRow = (row: ConfigRows['changes'][number]): JsonRow<typeof CHANGE_COLUMNS> => ({
  tenant_id: row.tenantId,
  kind: row.kind,
  revision: row.revision,
  key: row.key,
  before: row.before && withoutKey(row.before),
  after: row.after && withoutKey(row.after),
});

function withoutKey({ value, secret, type, state, valueTemplate }: KeyedItem) {
  return { value, secret, type, state, valueTemplate };
}
