import { bigint, pgTable, text } from 'drizzle-orm/pg-core';

/** How often the things of a topic have changed, counted in the transaction of each change: what is kept ready goes by it. */
export const topicVersions = pgTable('topic_versions', {
  topic: text().primaryKey(),
  version: bigint({ mode: 'number' }).notNull(),
});
