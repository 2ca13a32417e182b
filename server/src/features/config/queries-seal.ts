import { and, asc, eq, notExists, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { KeyedItem } from './file/stored-items.ts';
import { configChanges, configDrifts, configItems, configKeys } from './tables.ts';

export type ChangeRow = typeof configChanges.$inferSelect;
export type ItemRow = typeof configItems.$inferSelect;

type Rows = typeof configItems | typeof configChanges;

const PAGE_SIZE = 500;

/** Matches settings that the key metadata does not declare non-secret. */
const mayBeSecret = (db: Db, rows: Rows): SQL =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(configKeys)
      .where(and(eq(configKeys.kind, rows.kind), eq(configKeys.name, rows.key), eq(configKeys.secret, false))),
  );

/** A page of saved cleartext items that may be secrets, in primary key order after `last`. */
export function listClearItems(db: Db, last: ItemRow | null): Promise<ItemRow[]> {
  const { tenantId, kind, key } = configItems;
  return db
    .select()
    .from(configItems)
    .where(
      and(
        eq(configItems.secret, false),
        last ? sql`(${tenantId}, ${kind}, ${key}) > (${last.tenantId}, ${last.kind}, ${last.key})` : undefined,
        mayBeSecret(db, configItems),
      ),
    )
    .orderBy(asc(tenantId), asc(kind), asc(key))
    .limit(PAGE_SIZE);
}

/** A page of revision changes to such items. */
export function listClearChanges(db: Db, last: ChangeRow | null): Promise<ChangeRow[]> {
  const { tenantId, kind, revision, key, before, after } = configChanges;
  const place = sql`(${tenantId}, ${kind}, ${revision}, ${key})`;
  return db
    .select()
    .from(configChanges)
    .where(
      and(
        sql`(${before}->>'secret' = 'false' or ${after}->>'secret' = 'false')`,
        last ? sql`${place} > (${last.tenantId}, ${last.kind}, ${last.revision}, ${last.key})` : undefined,
        mayBeSecret(db, configChanges),
      ),
    )
    .orderBy(asc(tenantId), asc(kind), asc(revision), asc(key))
    .limit(PAGE_SIZE);
}

/** Replaces a cleartext value by its ciphertext, unless the setting was changed concurrently. */
export async function replaceClearItem(db: Db, clear: ItemRow, { value, secret }: KeyedItem): Promise<void> {
  const { tenantId, kind, key } = configItems;
  await db
    .update(configItems)
    .set({ value, secret })
    .where(
      and(
        eq(tenantId, clear.tenantId),
        eq(kind, clear.kind),
        eq(key, clear.key),
        eq(configItems.secret, false),
        eq(configItems.value, clear.value),
      ),
    );
}

/** Safe without a lock: nothing else updates revision changes. */
export async function replaceChange(db: Db, { before, after, ...row }: ChangeRow): Promise<void> {
  const { tenantId, kind, revision, key } = configChanges;
  await db
    .update(configChanges)
    .set({ before, after })
    .where(and(eq(tenantId, row.tenantId), eq(kind, row.kind), eq(revision, row.revision), eq(key, row.key)));
}

/** Clears the stored differences of servers: the next check recomputes them with the current secrets. */
export async function forgetDifferences(db: Db): Promise<void> {
  await db.update(configDrifts).set({ differences: null });
}
