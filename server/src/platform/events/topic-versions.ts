import { sql, type SQLWrapper } from 'drizzle-orm';
import { batched } from '../database/batched.ts';
import { prepared } from '../database/prepared.ts';
import type { Database, Transaction } from '../database/database.ts';
import { topicVersions } from './tables.ts';

/** Topics of one thing (`tenant:12`) are not counted: there are many, and nothing is kept ready of them. */
const isCounted = (topic: string): boolean => !topic.includes(':');

/** The statement that counts a change of each topic, to be run in the transaction that makes it; none when no topic is counted. */
export function raiseTopicVersions(db: Transaction, topics: readonly string[]): SQLWrapper[] {
  const counted = topics.filter(isCounted).toSorted();
  if (counted.length === 0) return [];
  const rows = counted.map((topic) => ({ topic, version: 1 }));
  const raise = { target: topicVersions.topic, set: { version: sql`${topicVersions.version} + 1` } };
  return [db.insert(topicVersions).values(rows).onConflictDoUpdate(raise)];
}

/** How often each topic had changed when a statement looked; one that never changed is missing. */
export type TopicVersions = Readonly<Record<string, number>>;

/** The versions of all topics as a column of another statement: they are as new as everything else it reads. */
export const topicVersionsColumn = sql<TopicVersions>`(
  select coalesce(json_object_agg(${topicVersions.topic}, ${topicVersions.version}), '{}'::json) from ${topicVersions}
)`;

/** Number of committed changes of a topic so far; whoever reads it sees at least every acknowledged one. */
export async function readTopicVersion(db: Database, topic: string): Promise<number> {
  return (await versionReader(db)(topic)) ?? 0;
}

const versionReader = prepared((db) => {
  const statement = db
    .select()
    .from(topicVersions)
    .where(sql`${topicVersions.topic} = any(${sql.placeholder('topics')})`)
    .prepare('list_topic_versions');
  return batched(async (topics: string[]) => {
    const found = await statement.execute({ topics });
    return new Map(found.map(({ topic, version }) => [topic, version]));
  });
});
