import type { Topic } from '@mission-control/contract/topics';
import { JsonOfParts, JsonPart } from '../calls/json-pages.ts';
import { cacheJsonText, type CachedJson } from '../calls/handler.ts';
import type { Database } from '../database/database.ts';
import { followRows } from './follow-rows.ts';
import { RowPages, type RowText } from './row-pages.ts';
import { markAllRowsChanged, type TopicVersions } from './topic-versions.ts';

/** A list cached row by row. */
export interface RowList {
  /**
   * The whole list: at least as fresh as every change acknowledged before, by any process.
   * @param seen versions read after the request arrived and before it changed anything; read now when absent
   */
  read(db: Database, seen?: TopicVersions): Promise<CachedJson>;
  /**
   * The rows that changed after a version and the ids of removed ones; the whole list, without `gone`, when the version is unknown or
   * older than this process.
   */
  readSince(db: Database, version: string, seen?: TopicVersions): Promise<CachedJson>;
  /** Rereads all rows at the next read, in every process, for changes made outside the console. */
  forget(db: Database): Promise<void>;
}

interface RowListOptions {
  topic: Topic;
  /** Key of the list in the response. */
  key: string;
  /** The response names its version, for `readSince`. */
  isFollowed?: true;
  /** Order of the rows' names. */
  compareNames: (a: string, b: string) => number;
  /** Reads the rows with these ids, or all. */
  load(db: Database, ids: readonly number[] | null): Promise<RowText[]>;
}

interface Slot {
  /** The rows are at least as new as this version of the topic; -1 before the first read. */
  version: number;
  /** Oldest version from which changes are known. */
  oldest: number;
  rows: RowPages;
  /**
   * Ids of changed rows, oldest first. Includes rows whose JSON is unchanged here: they may have changed back, or been read before they
   * were marked, and the client may hold another version.
   */
  log: { version: number; id: number }[];
  whole: CachedJson | undefined;
  since: Map<number, CachedJson>;
}

/** Reading single rows costs more than reading all when more than this share of them changed. */
const MAX_SHARE = 0.25;
/** Deltas cached for different earlier versions. */
const MAX_DELTAS = 32;

/** Keeps the JSON of each row. A change reads and renders the rows that it names; nothing is assembled before it is requested (0105). */
export function createRowList({ topic, key, isFollowed, compareNames, load }: RowListOptions): RowList {
  const current = followRows<Slot>({
    topics: [topic],
    start: () => ({
      version: -1,
      oldest: 0,
      rows: new RowPages(compareNames),
      log: [],
      whole: undefined,
      since: new Map(),
    }),
    async catchUp(db, slot, [change]) {
      const { ids = null, version = 0 } = change ?? {};
      if (version === slot.version) return;
      const isFew = ids !== null && ids.length <= Math.max(slot.rows.size * MAX_SHARE, 1);
      const wanted = isFew ? ids : null;
      const found = wanted?.length === 0 ? [] : await load(db, wanted);
      const changes = new Map<number, RowText | undefined>();
      for (const id of wanted ?? slot.rows.ids()) changes.set(id, undefined);
      for (const row of found) changes.set(row.id, row);
      const differing = slot.rows.apply(changes);
      slot.version = version;
      slot.since.clear();
      if (isFollowed || differing.length > 0) slot.whole = undefined;
      if (wanted) note(slot, wanted);
      else Object.assign(slot, { oldest: version, log: [] });
    },
  });

  const wholeOf = (slot: Slot): CachedJson =>
    (slot.whole ??= new JsonOfParts([
      new JsonPart(`{"${key}":[`),
      ...slot.rows.parts(),
      new JsonPart(isFollowed ? `],"version":"${slot.version}"}` : ']}'),
    ]));

  return {
    read: async (db, seen) => wholeOf(await current(db, seen)),
    async readSince(db, version, seen) {
      const slot = await current(db, seen);
      const after = /^\d{1,15}$/.test(version) ? Number(version) : -1;
      if (after < slot.oldest || after > slot.version) return wholeOf(slot);
      const answer = slot.since.get(after) ?? changesSince(slot, after, key) ?? wholeOf(slot);
      slot.since.set(after, answer);
      if (slot.since.size > MAX_DELTAS) slot.since.delete(slot.since.keys().next().value ?? 0);
      return answer;
    },
    forget: (db) => markAllRowsChanged(db, topic),
  };
}

function note(slot: Slot, marked: readonly number[]): void {
  for (const id of marked) slot.log.push({ version: slot.version, id });
  if (slot.log.length <= 2 * slot.rows.size + 1_000) return;
  // Only the last change of each row matters.
  const last = new Map(slot.log.map((one) => [one.id, one]));
  slot.log = slot.log.filter((one) => last.get(one.id) === one);
}

/** Null when so much changed that the whole list is cheaper. */
function changesSince(slot: Slot, after: number, key: string): CachedJson | null {
  const ids = new Set<number>();
  for (let at = slot.log.length - 1; (slot.log[at]?.version ?? after) > after; at -= 1) ids.add(slot.log[at]?.id ?? 0);
  if (ids.size > Math.max(slot.rows.size * MAX_SHARE, 1)) return null;
  const rows = [...ids].flatMap((id) => slot.rows.get(id) ?? []);
  const gone = [...ids].filter((id) => !slot.rows.get(id));
  return cacheJsonText(
    `{"${key}":[${rows.map(({ json }) => json).join(',')}],"gone":${JSON.stringify(gone)},"version":"${slot.version}"}`,
  );
}
