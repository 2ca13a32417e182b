import type { Topic } from '@mission-control/contract/topics';
import { monotonicMs } from '../clock.ts';
import { type Database, perDatabase } from '../database/database.ts';
import { changedRowsReader, readTopicVersion, type ChangedRows, type TopicVersions } from './topic-versions.ts';

/** What changed in a topic since the last time. */
export interface Change extends ChangedRows {
  /** The previous version; -1 the first time, when everything counts as changed. */
  before: number;
}

interface Slot<State> {
  versions: readonly number[];
  state: State;
  /** When the versions were read, in ms of the process. */
  readAt: number;
  syncing: Promise<void> | undefined;
}

/**
 * A request may carry older versions than the state if a newer request was served first. If the state was read longer ago than this, the
 * database was restored, and the state follows it back.
 */
const OVERTAKEN_MS = 1_000;

interface Options<State> {
  topics: readonly Topic[];
  start(): State;
  /** Applies the changes, one for each topic; a failure leaves the state as it was. Never runs concurrently. */
  catchUp(db: Database, state: State, changes: readonly Change[]): Promise<void>;
}

/**
 * A state in memory that follows the rows of topics (0105). The returned function yields it with every change that was acknowledged
 * before, by any process; `seen` are versions read after the request arrived and before it changed anything, read now when absent.
 */
export function followRows<State>({ topics, start, catchUp }: Options<State>) {
  const slotOf = perDatabase((): Slot<State> => ({
    versions: topics.map(() => -1),
    state: start(),
    readAt: 0,
    syncing: undefined,
  }));

  async function sync(db: Database, slot: Slot<State>): Promise<void> {
    const reader = changedRowsReader(db);
    const readAt = monotonicMs();
    // The versions are read first: rows that already include a newer change are at worst read once more.
    const changes = await Promise.all(
      topics.map(async (topic, at): Promise<Change> => {
        const before = slot.versions[at] ?? -1;
        const { version, ids } = await reader(topic, before);
        return { version, before, ids: before < 0 ? null : ids };
      }),
    );
    await catchUp(db, slot.state, changes);
    Object.assign(slot, { versions: changes.map(({ version }) => version), readAt });
  }

  const isFresh = ({ versions }: Slot<State>, wanted: readonly number[]): boolean =>
    wanted.every((version, at) => (versions[at] ?? -1) >= version);

  return async (db: Database, seen?: TopicVersions): Promise<State> => {
    const wanted = seen
      ? topics.map((topic) => seen[topic] ?? 0)
      : await Promise.all(topics.map((topic) => readTopicVersion(db, topic)));
    const slot = slotOf(db);
    while (wanted.some((version, at) => slot.versions[at] !== version)) {
      if (isFresh(slot, wanted) && monotonicMs() - slot.readAt < OVERTAKEN_MS) break;
      slot.syncing ??= sync(db, slot).finally(() => (slot.syncing = undefined));
      await slot.syncing;
      // A run already in progress may have started before the change; one started later includes it.
      if (isFresh(slot, wanted)) break;
    }
    return slot.state;
  };
}

interface CacheOptions<Row, Value> {
  topic: Topic;
  /** Reads the rows with these ids, or all. */
  load(db: Database, ids: readonly number[] | null): Promise<readonly Row[]>;
  idOf(row: Row): number;
  /** Computes the value from all rows, once after a change. */
  derive(rows: Iterable<Row>): Value;
}

/** A value computed from rows in memory; changed rows are reread. */
export function createRowCache<Row, Value>({ topic, load, idOf, derive }: CacheOptions<Row, Value>) {
  const follow = followRows<{ rows: Map<number, Row>; value: Value | undefined }>({
    topics: [topic],
    start: () => ({ rows: new Map(), value: undefined }),
    async catchUp(db, state, [change]) {
      const ids = change?.ids ?? null;
      const found = ids?.length === 0 ? [] : await load(db, ids);
      if (ids === null) state.rows.clear();
      else for (const id of ids) state.rows.delete(id);
      for (const row of found) state.rows.set(idOf(row), row);
      if (ids?.length !== 0) state.value = undefined;
    },
  });
  return async (db: Database, seen?: TopicVersions): Promise<Value> => {
    const state = await follow(db, seen);
    return (state.value ??= derive(state.rows.values()));
  };
}
