import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { TemplateRow } from '@mission-control/contract/config/templates';
import { eq, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/database/database.ts';
import { configTemplates } from './tables.ts';

/** Serializes changes of templates. */
export async function lockTemplates(db: Transaction): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('config templates'))`);
}

/** The saved template of a kind; undefined if the documented one applies. */
export async function findTemplate(db: Db, kind: ConfigKindSlug): Promise<TemplateRow[] | undefined> {
  const [found] = await db.select().from(configTemplates).where(eq(configTemplates.kind, kind));
  return found?.rows;
}

export async function putTemplate(db: Transaction, kind: ConfigKindSlug, rows: TemplateRow[]): Promise<void> {
  await db
    .insert(configTemplates)
    .values({ kind, rows })
    .onConflictDoUpdate({ target: configTemplates.kind, set: { rows } });
}
