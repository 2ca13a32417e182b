import {
  CHANGE_KINDS,
  isTimelineKind,
  TIMELINE_KINDS,
  type TimelineKind,
} from '@mission-control/contract/timeline/kinds';
import { wholeNumber } from '../../lib/address/table-search.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Ranges that end now, or begin now, by their name in the address. */
export const RANGES = {
  '2h': { label: '2 hours', from: -2 * HOUR, to: 0 },
  '24h': { label: '24 hours', from: -DAY, to: 0 },
  '7d': { label: '7 days', from: -7 * DAY, to: 0 },
  '30d': { label: '30 days', from: -30 * DAY, to: 0 },
  next: { label: 'Next 90 days', from: 0, to: 90 * DAY },
} as const;
export type RangeName = keyof typeof RANGES;
export const USUAL_RANGE: RangeName = '24h';

/** Content of the timeline, kept in the address. */
export interface TimelineSearch {
  /** Environment or server to show, only on the fleet page. */
  environment?: number;
  server?: string;
  range?: RangeName;
  /** A custom range, in ISO 8601; both or neither. */
  from?: string;
  to?: string;
  /** Comma-separated; default: all. */
  kinds?: string;
  /** The time of a failure, from which the distance of each entry is shown. */
  before?: string;
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value));
const isoOf = (value: string) => new Date(value).toISOString();

/** Parses the address; invalid values are omitted. */
export function timelineSearch(search: Record<string, unknown>): TimelineSearch {
  const { server, range, from, to, kinds, before } = search;
  const environment = wholeNumber(search.environment);
  const isRange = isTime(from) && isTime(to) && Date.parse(from) < Date.parse(to);
  const named = (Object.keys(RANGES) as RangeName[]).find((name) => name === range);
  const chosen = typeof kinds === 'string' ? kindsOf(kinds) : [];
  return {
    ...(environment > 0 && { environment }),
    ...(typeof server === 'string' && server !== '' ? { server } : null),
    ...(isRange ? { from: isoOf(from), to: isoOf(to) } : null),
    ...(!isRange && named && named !== USUAL_RANGE ? { range: named } : null),
    ...(chosen.length > 0 && chosen.length < TIMELINE_KINDS.length ? { kinds: chosen.join(',') } : null),
    ...(isTime(before) ? { before: isoOf(before) } : null),
  };
}

/** Parses comma-separated kinds, in the order of the filters. */
export function kindsOf(text: string): TimelineKind[] {
  const wanted = new Set(text.split(',').filter(isTimelineKind));
  return TIMELINE_KINDS.filter((kind) => wanted.has(kind));
}

/** A range in ms; `isOpen`: it ends now; `isToCome`: it begins now or later, so that the next entry comes first. */
export interface Range {
  from: number;
  to: number;
  isOpen: boolean;
  isToCome: boolean;
}

/** The range of an address. @param now ms, when the page was opened or the range chosen */
export function rangeOf({ range = USUAL_RANGE, from, to }: TimelineSearch, now: number): Range {
  if (from !== undefined && to !== undefined)
    return { from: Date.parse(from), to: Date.parse(to), isOpen: false, isToCome: Date.parse(from) >= now };
  const named = RANGES[range];
  return { from: now + named.from, to: now + named.to, isOpen: named.to === 0, isToCome: named.from === 0 };
}

const LOOK_BACK = 2 * HOUR;

/** The search of the changes in the two hours before a failure. @param at ISO 8601 */
export function changesBefore(at: string): { from: string; to: string; kinds: string; before: string } {
  const end = Date.parse(at);
  // The outage itself is at the end of the range.
  return {
    from: new Date(end - LOOK_BACK).toISOString(),
    to: new Date(end + 1000).toISOString(),
    kinds: CHANGE_KINDS.join(','),
    before: new Date(end).toISOString(),
  };
}

/** A range scaled around its middle, to at least ten minutes. */
export function zoomed({ from, to }: Pick<Range, 'from' | 'to'>, factor: number): { from: string; to: string } {
  const [middle, half] = [(from + to) / 2, Math.max(5 * MINUTE, ((to - from) / 2) * factor)];
  return { from: new Date(middle - half).toISOString(), to: new Date(middle + half).toISOString() };
}

/** Shifts a range. @param by fraction of its length */
export function moved({ from, to }: Pick<Range, 'from' | 'to'>, by: number): { from: string; to: string } {
  const way = (to - from) * by;
  return { from: new Date(from + way).toISOString(), to: new Date(to + way).toISOString() };
}
