import { SERVICES } from '@mission-control/contract/services/catalogue';
import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { choiceLabel, FILTER_GROUPS, type FilterGroup, type GroupKey, type TenantFilter } from './list-groups.ts';

/** The values of one group, and which of them each row has: places in `values`, in the order of the rows. */
interface Facet {
  group: FilterGroup;
  /** By name, newest first, or as the services stand; every service, even one that nobody has. */
  values: readonly string[];
  placeOf: ReadonlyMap<string, number>;
  places: readonly (readonly number[])[];
}

/** Worked out once for an answer, so that every choice and every key is one pass over small numbers. */
export type FacetIndex = readonly Facet[];

export function indexFacets(rows: readonly TenantRow[]): FacetIndex {
  return FILTER_GROUPS.map((group) => {
    const valuesByRow = rows.map(group.valuesOf);
    const values = inOrder(group, new Set(valuesByRow.flat()));
    const placeOf = new Map(values.map((value, place) => [value, place]));
    const share = sharing();
    const places = valuesByRow.map((own) => share(own.map((value) => placeOf.get(value) ?? -1)));
    return { group, values, placeOf, places };
  });
}

const collator = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' });

function inOrder(group: FilterGroup, values: ReadonlySet<string>): string[] {
  if (group.order === 'services') return SERVICES.map((service) => service.slug);
  const sorted = [...values].toSorted((a, b) => collator.compare(choiceLabel(group, a), choiceLabel(group, b)));
  return group.order === 'version' ? sorted.toReversed() : sorted;
}

/** Equal lists become one and the same, because thousands of rows have the same value. */
function sharing() {
  const known = new Map<string, readonly number[]>();
  return (list: readonly number[]) => {
    const key = list.join(' ');
    const first = known.get(key) ?? list;
    known.set(key, first);
    return first;
  };
}

/** How many rows each value of a group would show, by its place in the index. */
export type FacetCounts = ReadonlyMap<GroupKey, Uint32Array>;

interface FacetPass {
  /** 1 for each row that passes all groups. */
  passes: Uint8Array;
  counts: FacetCounts;
}

/**
 * Holds every row against the filter: OR inside a group, AND across groups. A value's count follows all groups but its own,
 * so that it says what choosing it would bring; only rows that `inScope` are counted. One pass: a row that fails nowhere counts
 * everywhere, a row that fails in one group counts there only.
 */
export function passFacets(
  index: FacetIndex,
  size: number,
  filter: TenantFilter,
  inScope: (row: number) => boolean,
): FacetPass {
  const passes = new Uint8Array(size);
  const tallies = index.map((facet) => ({ facet, counts: new Uint32Array(facet.values.length) }));
  const wanted = tallies.flatMap((tally) => {
    const chosen = filter[tally.facet.group.key];
    return chosen === undefined ? [] : [{ tally, chosen: marked(tally.facet, chosen) }];
  });
  for (let row = 0; row < size; row += 1) {
    let failed = 0;
    let failedIn: (typeof tallies)[number] | undefined;
    for (const { tally, chosen } of wanted) {
      if (hasChosen(tally.facet.places[row], chosen)) continue;
      failed += 1;
      failedIn = tally;
      if (failed > 1) break;
    }
    if (failed === 0) passes[row] = 1;
    if (failed > 1 || !inScope(row)) continue;
    if (failedIn) addRow(failedIn, row);
    else for (const tally of tallies) addRow(tally, row);
  }
  return { passes, counts: new Map(tallies.map(({ facet, counts }) => [facet.group.key, counts])) };
}

/** 1 at the places of the chosen values; a value that no row has marks nothing, and so shows nothing. */
function marked(facet: Facet, chosen: readonly string[]): Uint8Array {
  const marks = new Uint8Array(facet.values.length);
  for (const value of chosen) {
    const place = facet.placeOf.get(value);
    if (place !== undefined) marks[place] = 1;
  }
  return marks;
}

function hasChosen(places: readonly number[] | undefined, chosen: Uint8Array): boolean {
  return places?.some((place) => chosen[place] === 1) ?? false;
}

function addRow({ facet, counts }: { facet: Facet; counts: Uint32Array }, row: number): void {
  for (const place of facet.places[row] ?? []) counts[place] = (counts[place] ?? 0) + 1;
}
