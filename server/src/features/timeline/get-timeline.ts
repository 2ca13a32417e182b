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
const comparing = ({ ascending }: Pick<Line, 'ascending'>) => (ascending ? oldestFirst : newestFirst);

export const cursorOf = ({ us, rank, id }: Key): string => `${us}.${rank}.${id}`;

export function keyOf(cursor: string): Key {
  const [us = 0, rank = 0, id = 0] = cursor.split('.').map(Number);
  return { us, rank, id };
}

/** Rows that each source reads at a time. */
const STEP = 300;
/** Maximum reads of all sources per page, to bound the work when filters drop nearly everything. */
const MAX_STEPS = 4;

interface Line {
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
 * @param step rows that each source reads at a time; rows that sort after the last one read of an unfinished source are read again
 */
export async function readLine(
  ctx: Ctx,
  line: Line,
  {
    after,
    limit,
    step = STEP,
    sources = SOURCES,
  }: { after: Key | null; limit: number; step?: number; sources?: readonly TimelineSource[] },
): Promise<Merged> {
  const entries: Merged['entries'] = [];
  let next = after;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const { rows, until } = await readStep(ctx, line, { after: next, step, sources });
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

/** One read of all sources, up to the point that all of them have reached. */
async function readStep(
  ctx: Ctx,
  line: Line,
  { after, step, sources }: { after: Key | null; step: number; sources: readonly TimelineSource[] },
): Promise<{ rows: Placed[]; until: Key | null }> {
  const { scope, kinds, from, to, ascending } = line;
  const compareKeys = comparing(line);
  const found = await Promise.all(
    sources.map(async (source, rank): Promise<Placed[]> => {
      if (!source.kinds.some((kind) => kinds.has(kind))) return [];
      const rows = await source.read(
        ctx,
        scope,
        { from, to, ascending, after: positionOf(after, rank, ascending), limit: step },
        kinds,
      );
      return rows.map(({ us, id, entry }) => ({ key: { us, rank, id }, name: source.name, entry }));
    }),
  );
  const ends = found.flatMap((rows) => (rows.length < step ? [] : [rows.at(-1)?.key ?? { us: 0, rank: 0, id: 0 }]));
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

type Asked = CallInput<typeof listTimeline>['query'];

/** A page of the timeline. @throws AppError('not_found') */
export async function getTimeline(ctx: Ctx, query: Asked): Promise<CallResponse<typeof listTimeline>> {
  const line = await lineOf(ctx, query, query.order === 'oldest');
  const after = query.cursor === undefined ? null : keyOf(query.cursor);
  const { entries, next } = await readLine(ctx, line, { after, limit: query.limit });
  return {
    about: line.scope.about,
    entries: entries.map(({ entry }) => entry),
    next: next && cursorOf(next),
  };
}

const A_SECOND = 1000;

async function lineOf(
  ctx: Ctx,
  { kinds, from, to, ...scope }: Pick<Asked, 'tenant' | 'environment' | 'server' | 'kinds' | 'from' | 'to'>,
  ascending = false,
): Promise<Line> {
  return {
    scope: await findTimelineScope(ctx.db, scope),
    kinds: new Set(kinds ?? TIMELINE_KINDS),
    ascending,
    from: from === undefined ? null : new Date(from),
    // The clocks of processes and database may differ slightly.
    to: to === undefined ? new Date(ctx.clock.now().getTime() + A_SECOND) : new Date(to),
  };
}

const MAX_COUNTED = 2_000;

/** Numbers of entries in equal parts of a range. @throws AppError('not_found') */
export async function countTimeline(
  ctx: Ctx,
  query: CallInput<typeof getTimelineOverview>['query'],
): Promise<CallResponse<typeof getTimelineOverview>> {
  const line = await lineOf(ctx, query);
  const { entries, next } = await readLine(ctx, line, { after: null, limit: MAX_COUNTED, step: MAX_COUNTED });
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
