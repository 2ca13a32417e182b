import type { Topic } from '@mission-control/contract/topics';
import { sql, type SQLWrapper } from 'drizzle-orm';
import { batched } from '../database/batched.ts';
import { prepared, type Database, type Transaction } from '../database/database.ts';
import { topicVersions } from './tables.ts';
import type { LiveEvent } from '@mission-control/contract/events/calls';

/** Topics of a single object (`tenant:12`) are not counted: there are many, and no cache depends on them. */
const isCounted = (topic: string): boolean => !topic.includes(':');

/** Statements that raise the topics' versions, to run in the transaction of the change; empty when no topic is counted. */
export function raiseTopicVersions(db: Transaction, topics: readonly Topic[]): SQLWrapper[] {
  const counted = topics.filter(isCounted).toSorted();
  if (counted.length === 0) return [];
  const rows = counted.map((topic) => ({ topic, version: 1 }));
  const raise = { target: topicVersions.topic, set: { version: sql`${topicVersions.version} + 1` } };
  return [db.insert(topicVersions).values(rows).onConflictDoUpdate(raise)];
}

/** Topic versions as seen by one statement; a topic that never changed is absent. */
export type TopicVersions = Readonly<Record<string, number>>;

/** All topic versions as a column of another statement, consistent with everything else it reads. */
export const topicVersionsColumn = sql<TopicVersions>`(
  select coalesce(json_object_agg(${topicVersions.topic}, ${topicVersions.version}), '{}'::json) from ${topicVersions}
)`;

/** Number of committed changes of a topic; includes at least every acknowledged one. */
export async function readTopicVersion(db: Database, topic: Topic): Promise<number> {
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

/** The NOTIFY channel that announces committed changes to all server processes. */
export const LIVE_CHANNEL = 'live';

/** A change, or a notice that changes may have been missed and everything should be refetched. */
export type LiveMessage = { kind: 'change'; event: LiveEvent } | { kind: 'missed' };
