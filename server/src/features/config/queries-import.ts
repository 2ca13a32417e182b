import type { Transaction } from '../../platform/database/database.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
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

export async function insertConfigRows(db: Transaction, rows: ConfigRows): Promise<void> {
  await insertRows(db, configs, rows.configs);
  await insertRows(db, configRevisions, rows.revisions);
  await insertRows(db, configItems, rows.items);
  await insertRows(
    db,
    configChanges,
    rows.changes.map(({ before, after, ...row }) => ({
      ...row,
      before: before && withoutKey(before),
      after: after && withoutKey(after),
    })),
  );
}

function withoutKey({ value, secret, type, state, valueTemplate }: KeyedItem) {
  return { value, secret, type, state, valueTemplate };
}
