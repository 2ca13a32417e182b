import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Number of changes per topic, incremented in the transaction of each change; validates topic-keyed caches. */
export const topicVersions = pgTable('topic_versions', {
  topic: text().primaryKey(),
  version: bigint({ mode: 'number' }).notNull(),
});

/** Version at which each row of a topic's list last changed; row 0 stands for all of them. A row that never changed has none. */
export const topicRows = pgTable(
  'topic_rows',
  {
    topic: text().notNull(),
    rowId: integer('row_id').notNull(),
    version: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.topic, table.rowId] }),
    index('topic_rows_version').on(table.topic, table.version),
  ],
);
