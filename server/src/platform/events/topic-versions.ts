import { TOPIC, type Topic } from '@mission-control/contract/topics';
import { sql, type SQL } from 'drizzle-orm';
import { batched } from '../database/batched.ts';
import { perDatabase, preparedForKeys, type Database } from '../database/database.ts';
import { topicRows, topicVersions } from './tables.ts';
import type { LiveEvent } from '@mission-control/contract/events/calls';

/** Topics of a single object (`tenant:12`) are not counted: there are many, and no cache depends on them. */
const isCounted = (topic: string): boolean => !topic.includes(':');

/** Stands for all rows of a list. */
const ALL_ROWS = 0;

/** Lists whose rows are marked, and the topics that name one. */
const ROWS_OF = new Map<Topic, RegExp>([
  [TOPIC.tenants, /^tenants?:(\d+)$/],
  [TOPIC.roster, /^tenants?:(\d+)$/],
  [TOPIC.monitors, /^monitors?:(\d+)$/],
  [TOPIC.cron, /^cron:(\d+)$/],
  [TOPIC.attention, /^tenants?:(\d+)$/],
]);

/** Rows of a list that an entry changes: those it names, all when it names the list only. */
function changedRows(list: Topic, naming: RegExp, topics: readonly Topic[]): number[] {
  if (!topics.includes(list)) return [];
  const ids = topics.flatMap((topic) => naming.exec(topic)?.[1] ?? []).map(Number);
  return ids.length > 0 ? ids : [ALL_ROWS];
}

/** The rows to mark, by list. */
function marksOf(entries: readonly (readonly Topic[])[]): { topic: Topic; id: number }[] {
  return [...ROWS_OF].flatMap(([topic, naming]) => {
    const ids = new Set(entries.flatMap((topics) => changedRows(topic, naming, topics)));
    return (ids.has(ALL_ROWS) ? [ALL_ROWS] : [...ids]).map((id) => ({ topic, id }));
  });
}

/**
 * Statements as named parts of a WITH, to run in the transaction of the change, that increment the topics' versions and mark the changed
 * rows of their lists with the new version; empty when no topic is counted.
 * @param entries the topics of each recorded change
 */
export function incrementTopicVersions(entries: readonly (readonly Topic[])[]): SQL[] {
  const counted = [...new Set(entries.flat())].filter(isCounted).toSorted();
  if (counted.length === 0) return [];
  const marks = marksOf(entries);
  const values = counted.map((topic) => sql`(${topic}::text, 1)`);
  const parts = [
    sql`raised as (insert into ${topicVersions} (topic, version) values ${sql.join(values, sql`, `)}
      on conflict (topic) do update set version = ${topicVersions.version} + 1 returning topic, version)`,
  ];
  if (marks.length > 0)
    parts.push(sql`marked as (
      insert into ${topicRows} (topic, row_id, version)
      select topic, changed.id, raised.version
      from raised join jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as changed(topic text, id integer) using (topic)
      on conflict (topic, row_id) do update set version = excluded.version)`);
  return parts;
}

/** Marks all rows of a list as changed, for changes made outside the console. Announces nothing. */
export async function markAllRowsChanged(db: Database, topic: Topic): Promise<void> {
  await db.execute(sql`with ${sql.join(incrementTopicVersions([[topic]]), sql`, `)} select 1`);
}

/** The rows of a topic's list that changed after a version. */
export interface ChangedRows {
  /** Version of the topic in the same snapshot. */
  version: number;
  /** Null: all of them. */
  ids: readonly number[] | null;
}

export const changedRowsReader = perDatabase((db) => {
  const statement = db
    .select({
      topic: sql<Topic>`wanted.topic`,
      after: sql`wanted.after`.mapWith(Number),
      version: sql`coalesce(${topicVersions.version}, 0)`.mapWith(Number),
      ids: sql<number[]>`(select coalesce(json_agg(${topicRows.rowId}), '[]'::json) from ${topicRows}
        where ${topicRows.topic} = wanted.topic and ${topicRows.version} > wanted.after)`,
    })
    .from(sql`json_to_recordset(${sql.placeholder('wanted')}::json) as wanted(topic text, after bigint)`)
    .leftJoin(topicVersions, sql`${topicVersions.topic} = wanted.topic`)
    .prepare('list_changed_rows');
  const keyOf = (topic: Topic, after: number): string => JSON.stringify({ topic, after });
  const read = batched(async (keys: string[]) => {
    const found = await statement.execute({ wanted: `[${keys.join()}]` });
    return new Map(found.map(({ topic, after, ...rows }) => [keyOf(topic, after), rows]));
  });
  return async (topic: Topic, after: number): Promise<ChangedRows> => {
    const { version = 0, ids = [] } = (await read(keyOf(topic, after))) ?? {};
    return { version, ids: version < after || ids.includes(ALL_ROWS) ? null : ids };
  };
});

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

const versionReader = perDatabase((db) => {
  const list = preparedForKeys((isAmong, length) =>
    db.select().from(topicVersions).where(isAmong(topicVersions.topic)).prepare(`list_topic_versions${length}`),
  );
  return batched(async (topics: string[]) => {
    const found = await list(topics);
    return new Map(found.map(({ topic, version }) => [topic, version]));
  });
});

/** The NOTIFY channel that announces committed changes to all server processes. */
export const LIVE_CHANNEL = 'live';

/** A change, or a notice that changes may have been missed and everything should be refetched. */
export type LiveMessage = { kind: 'change'; event: LiveEvent } | { kind: 'missed' };
