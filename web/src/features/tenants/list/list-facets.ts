import { SERVICES } from '@mission-control/contract/catalogue';
import { compareNames } from '@mission-control/contract/tenants/rules';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import {
  choiceLabel,
  FILTER_GROUPS,
  type FilterGroup,
  type GroupKey,
  type TenantFilter,
} from '@mission-control/contract/tenants/groups';

/** Values of one group, and which of them each row has. */
interface Facet {
  group: FilterGroup;
  /** Ordered by name, newest first, or as the services; includes services that no row has. */
  values: readonly string[];
  placeOf: ReadonlyMap<string, number>;
  /** Rows per value, by index, ignoring search and filter. */
  totals: Uint32Array;
  /** Indexes into `values`, row after row. */
  places: Uint32Array;
  /** Offset of each row's indexes in `places`, plus a final entry for the end. */
  starts: Uint32Array;
}

/** Computed once per response, so that each choice and keystroke only iterates over numbers. */
export type FacetIndex = readonly Facet[];

export function indexFacets(rows: readonly TenantRow[]): FacetIndex {
  return FILTER_GROUPS.map((group) => {
    const valuesByRow = rows.map(group.valuesOf);
    const all = valuesByRow.flat();
    const values = inOrder(group, new Set(all));
    const placeOf = new Map(values.map((value, place) => [value, place]));
    const starts = new Uint32Array(rows.length + 1);
    valuesByRow.forEach((rowValues, row) => {
      starts[row + 1] = (starts[row] ?? 0) + rowValues.length;
    });
    const places = Uint32Array.from(all, (value) => placeOf.get(value) ?? 0);
    const totals = new Uint32Array(values.length);
    for (const place of places) totals[place] = (totals[place] ?? 0) + 1;
    return { group, values, placeOf, totals, places, starts };
  });
}

function inOrder(group: FilterGroup, values: ReadonlySet<string>): string[] {
  if (group.order === 'services') return SERVICES.map((service) => service.slug);
  const sorted = [...values].toSorted((a, b) => compareNames(choiceLabel(group, a), choiceLabel(group, b)));
  return group.order === 'version' ? sorted.toReversed() : sorted;
}

/** Number of rows that each value of a group would show, by the index of the value. */
export type FacetCounts = ReadonlyMap<GroupKey, Uint32Array>;

interface FacetPass {
  /** 1 for each row that passes all groups. */
  passes: Uint8Array;
  counts: FacetCounts;
}

/** Failure state of a row: NOWHERE, IN_SEVERAL, or the index of its only failing group plus one. */
const NOWHERE = 0;
const IN_SEVERAL = 255;

/**
 * Checks every row against the filter: OR inside a group, AND across groups. A value's count follows all groups but its own,
 * so that it shows what choosing it would yield; only rows with a 1 in `inScope` are counted. A row that fails nowhere counts
 * everywhere, a row that fails in one group counts there only.
 */
export function passFacets(index: FacetIndex, inScope: Uint8Array, filter: TenantFilter): FacetPass {
  const fails = new Uint8Array(inScope.length);
  index.forEach((facet, at) => {
    const chosen = filter[facet.group.key];
    if (chosen !== undefined) markFails(fails, facet, chosen, at + 1);
  });
  const counts = index.map((facet, at) => [facet.group.key, countValues(facet, fails, inScope, at + 1)] as const);
  return { passes: fails.map((where) => (where === NOWHERE ? 1 : 0)), counts: new Map(counts) };
}

function markFails(fails: Uint8Array, facet: Facet, chosen: readonly string[], mark: number): void {
  const wanted = markedPlaces(facet, chosen);
  const { places, starts } = facet;
  for (let row = 0; row < fails.length; row += 1) {
    const end = starts[row + 1] ?? 0;
    let has = false;
    for (let at = starts[row] ?? 0; at < end && !has; at += 1) has = wanted[places[at] ?? 0] === 1;
    if (!has) fails[row] = fails[row] === NOWHERE ? mark : IN_SEVERAL;
  }
}

/** 1 at the indexes of the chosen values; a value that no row has matches nothing. */
function markedPlaces(facet: Facet, chosen: readonly string[]): Uint8Array {
  const marks = new Uint8Array(facet.values.length);
  for (const value of chosen) {
    const place = facet.placeOf.get(value);
    if (place !== undefined) marks[place] = 1;
  }
  return marks;
}

function countValues(
  { values, places, starts }: Facet,
  fails: Uint8Array,
  inScope: Uint8Array,
  group: number,
): Uint32Array {
  const counts = new Uint32Array(values.length);
  for (let row = 0; row < fails.length; row += 1) {
    if (inScope[row] !== 1 || (fails[row] !== NOWHERE && fails[row] !== group)) continue;
    const end = starts[row + 1] ?? 0;
    for (let at = starts[row] ?? 0; at < end; at += 1) {
      const place = places[at] ?? 0;
      counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  return counts;
}
