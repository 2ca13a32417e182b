import type { TimelineEntry } from '@mission-control/contract/timeline/calls';
import type { TimelineKind } from '@mission-control/contract/timeline/kinds';
import type { Ctx } from '../platform/context.ts';

/** The scope of a timeline. */
export type TimelineScope =
  | { of: 'fleet'; about: null }
  | { of: 'tenant'; about: string; id: number; deploymentGroup: string }
  | {
      of: 'environment';
      about: string;
      id: number;
      name: string;
      /** Hosts of its servers; a single one for the timeline of a server. */
      hosts: readonly string[];
      /** Services on it, by id of the existing tenant. */
      services: ReadonlyMap<number, ReadonlySet<string>>;
    };

/** Part of a source to read: the next rows of a range, in order, after those already read. */
export interface TimelineSlice {
  /** From this time on; null: no limit. */
  from: Date | null;
  /** Before this time. */
  to: Date;
  /** Oldest first, as for future dates; otherwise newest first. */
  ascending: boolean;
  /** Where reading continues. `id` undefined: with rows beyond `us`; null: with rows at or beyond `us`. */
  after: { us: number; id?: number | null } | null;
  /** Maximum rows to examine. */
  limit: number;
}

export type TimelineFacts = Pick<TimelineEntry, 'kind' | 'text'> &
  Partial<Pick<TimelineEntry, 'meaning' | 'actor' | 'tenant' | 'path' | 'undo'>>;

/** An examined row; time and id determine its position within its source. */
export interface TimelineRow {
  /** Microseconds since 1970, the precision of the database. */
  us: number;
  id: number;
  /** Null: not shown in the requested scope. */
  entry: TimelineFacts | null;
}

export interface TimelineSource {
  /** Unique among the sources; part of the ids of its entries. */
  name: string;
  kinds: readonly TimelineKind[];
  /** The first rows of a slice by descending time and id, or the reverse. Fewer than the limit means that there are no more. */
  read(ctx: Ctx, scope: TimelineScope, slice: TimelineSlice, kinds: ReadonlySet<TimelineKind>): Promise<TimelineRow[]>;
}

/** The slice of rows that are all in memory. */
export function sliceOf(
  rows: readonly TimelineRow[],
  { from, to, after, ascending, limit }: TimelineSlice,
): TimelineRow[] {
  const [first, end] = [from === null ? -Infinity : from.getTime() * 1000, to.getTime() * 1000];
  const way = ascending ? 1 : -1;
  const isBeyond = ({ us, id }: TimelineRow): boolean => {
    if (after === null) return true;
    if (us !== after.us) return (us - after.us) * way > 0;
    return after.id !== undefined && (after.id === null || (id - after.id) * way > 0);
  };
  return rows
    .filter((row) => row.us >= first && row.us < end && isBeyond(row))
    .toSorted((a, b) => way * (a.us - b.us || a.id - b.id))
    .slice(0, limit);
}

/** A recorded change as a feature describes it. */
export interface RecordedChange {
  subject: string;
  /** Its subject without the name of its tenant. */
  about: string;
  /** Path of its tenant: `/tenant/12`; null without one, or when it was deleted. */
  home: string | null;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
}

/** A feature's description of a change. */
export interface ChangeText extends Pick<TimelineFacts, 'text' | 'meaning' | 'path' | 'undo'> {
  /** Not the act of a person: the console detected it, or did it on schedule. */
  byNobody?: boolean;
  /** Slug of the affected service; absent: the whole tenant. */
  service?: string | undefined;
  /** The only affected servers. */
  hosts?: readonly string[] | undefined;
  /** Names of the affected environments, whichever tenants they have. */
  environments?: readonly string[] | undefined;
}

/** How a feature's recorded changes appear on the timeline, by their action. */
export type TimelineChanges = Readonly<
  Record<string, { kind: TimelineKind; describe: (change: RecordedChange) => ChangeText | null }>
>;

/** Joins names; of a long list only the first three. */
export function namesText(names: readonly string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return new Intl.ListFormat('en-GB').format(shown);
}

/** A fact that is text or a number, as text. */
export const factText = (fact: unknown): string =>
  typeof fact === 'string' || typeof fact === 'number' ? String(fact) : '';
