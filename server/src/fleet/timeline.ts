import type { TimelineEntry } from '@mission-control/contract/timeline/calls';
import type { TimelineKind } from '@mission-control/contract/timeline/kinds';
import type { Ctx } from '../platform/context.ts';

/** Whose timeline is read. */
export type TimelineScope =
  | { of: 'fleet'; about: null }
  | { of: 'tenant'; about: string; id: number; deploymentGroup: string }
  | {
      of: 'environment';
      about: string;
      id: number;
      name: string;
      /** Hosts of its servers; only this one when a server is meant. */
      hosts: readonly string[];
      /** Services by id of the living tenants that are there. */
      seats: ReadonlyMap<number, ReadonlySet<string>>;
    };

/** Part of a source that is read: the next of a range in an order, after what was read before. */
export interface TimelineSlice {
  /** From this time on; null: no limit. */
  from: Date | null;
  /** Before this time. */
  to: Date;
  /** The oldest first, as of dates to come; else the newest. */
  ascending: boolean;
  /** Where the reading continues. `id` undefined: with what is beyond `us`; null: with that, and what is of the same time. */
  after: { us: number; id?: number | null } | null;
  /** Maximum rows to examine. */
  limit: number;
}

export type TimelineFacts = Pick<TimelineEntry, 'kind' | 'text'> &
  Partial<Pick<TimelineEntry, 'meaning' | 'actor' | 'tenant' | 'path' | 'undo'>>;

/** An examined row; its place among the others of its source follows from time and id. */
export interface TimelineRow {
  /** Microseconds since 1970, the precision of the database. */
  us: number;
  id: number;
  /** Null: it does not belong to what was asked for. */
  entry: TimelineFacts | null;
}

export interface TimelineSource {
  /** Unique among the sources; part of the ids of its entries. */
  name: string;
  kinds: readonly TimelineKind[];
  /** The first rows of a slice, newest first and those of one time by descending id, or the reverse. Fewer than the limit: there are no more. */
  read(ctx: Ctx, scope: TimelineScope, slice: TimelineSlice, kinds: ReadonlySet<TimelineKind>): Promise<TimelineRow[]>;
}

/** The slice of rows that are all at hand. */
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

/** What a feature says about a change. */
export interface ChangeText extends Pick<TimelineFacts, 'text' | 'meaning' | 'path' | 'undo'> {
  /** Nobody did it: the console found it, or did it on time. */
  byNobody?: boolean;
  /** Slug of the service that it is about; absent: it is about the whole tenant. */
  service?: string | undefined;
  /** The only servers that it is about. */
  hosts?: readonly string[] | undefined;
  /** Names of environments that it is about, whoever is there. */
  environments?: readonly string[] | undefined;
}

/** How a feature's recorded changes appear on the timeline, by their action. */
export type TimelineChanges = Readonly<
  Record<string, { kind: TimelineKind; describe: (change: RecordedChange) => ChangeText | null }>
>;

/** Names of a list; of a long one the first three. */
export function namesText(names: readonly string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return new Intl.ListFormat('en-GB').format(shown);
}

/** A fact that is text or a number, as text. */
export const factText = (fact: unknown): string =>
  typeof fact === 'string' || typeof fact === 'number' ? String(fact) : '';
