import { foldName } from '@mission-control/contract/search/rules';
import type { FacetCounts, FacetIndex } from './list-facets.ts';
import { choiceLabel, type FilterGroup, type TenantFilter } from './list-groups.ts';

/** A value of a group as the filter panel offers it. */
export interface Choice {
  value: string;
  label: string;
  /** How many rows it would show. */
  count: number;
  chosen: boolean;
}

interface GroupChoices {
  group: FilterGroup;
  choices: readonly Choice[];
}

/** All groups with their choices; values that were chosen although no row has them stand last, so that they can be taken away. */
export function groupChoices(facets: FacetIndex, counts: FacetCounts, filter: TenantFilter): readonly GroupChoices[] {
  return facets.map(({ group, values, placeOf }) => {
    const chosen = filter[group.key] ?? [];
    const tally = counts.get(group.key);
    const known = values.map((value, place) => choice(group, value, tally?.[place] ?? 0, chosen.includes(value)));
    const foreign = chosen.filter((value) => !placeOf.has(value)).map((value) => choice(group, value, 0, true));
    const ordered = group.order === 'count' ? known.toSorted((a, b) => b.count - a.count) : known;
    return { group, choices: [...ordered, ...foreign] };
  });
}

function choice(group: FilterGroup, value: string, count: number, chosen: boolean): Choice {
  return { value, label: choiceLabel(group, value), count, chosen };
}

/** The choices that stand there before the others are asked for: the chosen ones, and the first that would show something. */
export function firstChoices(choices: readonly Choice[], few: number): readonly Choice[] {
  // A button for one more would take as much room as that one.
  if (choices.length <= few + 1) return choices;
  const useful = choices.filter(({ count }) => count > 0);
  const first = new Set((useful.length >= few ? useful : choices).slice(0, few));
  return choices.filter((one) => one.chosen || first.has(one));
}

/** The choices with these letters in their name; the chosen ones stay. */
export function foundChoices(choices: readonly Choice[], search: string): readonly Choice[] {
  const wanted = foldName(search.trim());
  return choices.filter((one) => one.chosen || foldName(one.label).includes(wanted));
}
