import { sql } from 'drizzle-orm';
import { batched } from '../database/batched.ts';
import type { Database, Transaction } from '../database/database.ts';
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

type ReadVersion = (topic: string) => Promise<number | undefined>;
/** One reader per database, since tests have several. */
const readers = new WeakMap<Database, ReadVersion>();

/** Number of committed changes of a topic so far; whoever reads it sees at least every acknowledged one. */
export async function readTopicVersion(db: Database, topic: string): Promise<number> {
  let read = readers.get(db);
  if (!read) readers.set(db, (read = readerOf(db)));
  return (await read(topic)) ?? 0;
}

function readerOf(db: Database): ReadVersion {
  const statement = db
    .select()
    .from(topicVersions)
    .where(sql`${topicVersions.topic} = any(${sql.placeholder('topics')})`)
    .prepare('list_topic_versions');
  return batched(async (topics: string[]) => {
    const found = await statement.execute({ topics });
    return new Map(found.map(({ topic, version }) => [topic, version]));
  });
}
