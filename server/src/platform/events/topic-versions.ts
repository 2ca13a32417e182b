import { eq, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../database/database.ts';
import { topicVersions } from './tables.ts';

/** Topics of one thing (`tenant:12`) are not counted: there are many, and nothing is kept ready of them. */
const isCounted = (topic: string): boolean => !topic.includes(':');

/** Counts a change of each topic, in the transaction that makes it. */
export async function raiseTopicVersions(db: Transaction, topics: readonly string[]): Promise<void> {
  const counted = topics.filter(isCounted).toSorted();
  if (counted.length === 0) return;
  await db
    .insert(topicVersions)
    .values(counted.map((topic) => ({ topic, version: 1 })))
    .onConflictDoUpdate({ target: topicVersions.topic, set: { version: sql`${topicVersions.version} + 1` } });
}

/** Number of committed changes of a topic so far; whoever reads it sees at least every acknowledged one. */
export async function readTopicVersion(db: Db, topic: string): Promise<number> {
  const [row] = await db
    .select({ version: topicVersions.version })
    .from(topicVersions)
    .where(eq(topicVersions.topic, topic));
  return row?.version ?? 0;
}
