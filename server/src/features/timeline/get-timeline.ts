import type { CallInput, CallResponse } from '@mission-control/contract/call';
import type { getTimelineOverview, listTimeline, TimelineEntry } from '@mission-control/contract/timeline/calls';
import { TIMELINE_KINDS, TIMELINE_PARTS, type TimelineKind } from '@mission-control/contract/timeline/kinds';
import { findTimelineScope } from '../../fleet/queries-timeline.ts';
import type { TimelineRow, TimelineScope, TimelineSlice, TimelineSource } from '../../fleet/timeline.ts';
import type { Ctx } from '../../platform/context.ts';
import { SOURCES } from './sources.ts';

/** Sort key on the timeline. */
interface Key {
  us: number;
  rank: number;
  id: number;
}

/** Newest first; entries of the same time by rank of their source, then by descending id. */
const newestFirst = (a: Key, b: Key): number => b.us - a.us || a.rank - b.rank || b.id - a.id;
/** The exact reverse. */
const oldestFirst = (a: Key, b: Key): number => newestFirst(b, a);
const comparing = ({ ascending }: Pick<TimelineQuery, 'ascending'>) => (ascending ? oldestFirst : newestFirst);

export const cursorOf = ({ us, rank, id }: Key): string => `${us}.${rank}.${id}`;

export function keyOf(cursor: string): Key {
  const [us = 0, rank = 0, id = 0] = cursor.split('.').map(Number);
  return { us, rank, id };
}

/** Rows per source and batch. */
const BATCH_ROWS = 300;
/** Maximum batches per page, to bound the work when filters drop nearly everything. */
const MAX_BATCHES = 4;

interface TimelineQuery {
  scope: TimelineScope;
  kinds: ReadonlySet<TimelineKind>;
  from: Date | null;
  to: Date;
  ascending: boolean;
}

interface Merged {
  entries: { key: Key; entry: TimelineEntry }[];
  /** Where the next page starts; null at the end. */
  next: Key | null;
}

/**
 * Merges the sources by time.
 * @param limit number of entries at which to stop
 * @param batchRows rows per source and batch. Rows that sort after the last row of an unfinished source are discarded and read again in the
 * next batch.
 */
export async function mergeSources(
  ctx: Ctx,
  query: TimelineQuery,
  {
    after,
    limit,
    batchRows = BATCH_ROWS,
    sources = SOURCES,
  }: { after: Key | null; limit: number; batchRows?: number; sources?: readonly TimelineSource[] },
): Promise<Merged> {
  const entries: Merged['entries'] = [];
  let next = after;
  for (let batches = 0; batches < MAX_BATCHES; batches += 1) {
    const { rows, until } = await readBatch(ctx, query, { after: next, batchRows, sources });
    for (const { key, entry, name } of rows) {
      if (!entry) continue;
      if (entries.length === limit) return { entries, next: entries.at(-1)?.key ?? null };
      entries.push({ key, entry: wireOf(key, name, entry) });
    }
    if (until === null) return { entries, next: null };
    next = until;
    if (entries.length === limit) break;
  }
  return { entries, next };
}

type Placed = { key: Key; name: string; entry: TimelineRow['entry'] };

/** One batch of all sources, up to the point that all of them have reached. */
async function readBatch(
  ctx: Ctx,
  query: TimelineQuery,
  { after, batchRows, sources }: { after: Key | null; batchRows: number; sources: readonly TimelineSource[] },
): Promise<{ rows: Placed[]; until: Key | null }> {
  const { scope, kinds, from, to, ascending } = query;
  const compareKeys = comparing(query);
  const found = await Promise.all(
    sources.map(async (source, rank): Promise<Placed[]> => {
      if (!source.kinds.some((kind) => kinds.has(kind))) return [];
      const rows = await source.read(
        ctx,
        scope,
        { from, to, ascending, after: positionOf(after, rank, ascending), limit: batchRows },
        kinds,
      );
      return rows.map(({ us, id, entry }) => ({ key: { us, rank, id }, name: source.name, entry }));
    }),
  );
  const ends = found.flatMap((rows) => (rows.length < batchRows ? [] : (rows.at(-1)?.key ?? [])));
  const [until = null] = ends.toSorted(compareKeys);
  const rows = found.flat().toSorted((a, b) => compareKeys(a.key, b.key));
  return { rows: until === null ? rows : rows.filter(({ key }) => compareKeys(key, until) <= 0), until };
}

/**
 * Where a source continues. At the time of the last entry, the sources ranked before its source have been read; those ranked after have
 * not.
 */
function positionOf(after: Key | null, rank: number, ascending: boolean): TimelineSlice['after'] {
  if (after === null) return null;
  const { us, id } = after;
  const isToCome = ascending ? rank < after.rank : rank > after.rank;
  return rank === after.rank ? { us, id } : { us, ...(isToCome && { id: null }) };
}

function wireOf(
  key: Key,
  name: string,
  { kind, text, meaning, actor, tenant, path, undo }: NonNullable<TimelineRow['entry']>,
): TimelineEntry {
  return {
    id: `${name}:${key.id}`,
    at: new Date(Math.floor(key.us / 1000)).toISOString(),
    kind,
    text,
    meaning: meaning ?? 'plain',
    actor: actor ?? null,
    tenant: tenant ?? null,
    path: path ?? null,
    undo: undo ?? null,
  };
}

type Query = CallInput<typeof listTimeline>['query'];

/** A page of the timeline. @throws AppError('not_found') */
export async function getTimeline(ctx: Ctx, query: Query): Promise<CallResponse<typeof listTimeline>> {
  const timelineQuery = await toTimelineQuery(ctx, query, query.order === 'oldest');
  const after = query.cursor === undefined ? null : keyOf(query.cursor);
  const { entries, next } = await mergeSources(ctx, timelineQuery, { after, limit: query.limit });
  return {
    about: timelineQuery.scope.about,
    entries: entries.map(({ entry }) => entry),
    next: next && cursorOf(next),
  };
}

const CLOCK_SKEW_MS = 1000;

async function toTimelineQuery(
  ctx: Ctx,
  { kinds, from, to, ...scope }: Pick<Query, 'tenant' | 'environment' | 'server' | 'kinds' | 'from' | 'to'>,
  ascending = false,
): Promise<TimelineQuery> {
  return {
    scope: await findTimelineScope(ctx.db, scope),
    kinds: new Set(kinds ?? TIMELINE_KINDS),
    ascending,
    from: from === undefined ? null : new Date(from),
    // The clocks of processes and database may differ slightly.
    to: to === undefined ? new Date(ctx.clock.now().getTime() + CLOCK_SKEW_MS) : new Date(to),
  };
}

const MAX_COUNTED = 2_000;

/** Numbers of entries in equal parts of a range. @throws AppError('not_found') */
export async function countTimeline(
  ctx: Ctx,
  query: CallInput<typeof getTimelineOverview>['query'],
): Promise<CallResponse<typeof getTimelineOverview>> {
  const timelineQuery = await toTimelineQuery(ctx, query);
  const { entries, next } = await mergeSources(ctx, timelineQuery, {
    after: null,
    limit: MAX_COUNTED,
    batchRows: MAX_COUNTED,
  });
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
  const parts = new Map<number, Partial<Record<TimelineKind, number>>>();
  for (const { entry } of entries) {
    const part = Math.min(
      TIMELINE_PARTS - 1,
      Math.floor(((Date.parse(entry.at) - from) / (to - from)) * TIMELINE_PARTS),
    );
    const counts = parts.get(part) ?? {};
    counts[entry.kind] = (counts[entry.kind] ?? 0) + 1;
    parts.set(part, counts);
  }
  return {
    parts: [...parts].map(([part, counts]) => ({ part, counts })).toSorted((a, b) => a.part - b.part),
    since: next && new Date(Math.ceil(next.us / 1000)).toISOString(),
  };
}
