import { bigint, pgTable, text } from 'drizzle-orm/pg-core';

/** Number of changes per topic, raised in the transaction of each change; validates topic-keyed caches. */
export const topicVersions = pgTable('topic_versions', {
  topic: text().primaryKey(),
  version: bigint({ mode: 'number' }).notNull(),
});
