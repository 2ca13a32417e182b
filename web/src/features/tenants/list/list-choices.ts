import { foldName } from '@mission-control/contract/search/rules';
import type { FacetCounts, FacetIndex } from './list-facets.ts';
import { choiceLabel, type FilterGroup, type TenantFilter } from '@mission-control/contract/tenants/groups';

/** A value of a group, as offered in the filter panel. */
export interface Choice {
  value: string;
  label: string;
  /** Rows it would show. */
  count: number;
  /** Rows with this value, ignoring search and filter. */
  total: number;
  chosen: boolean;
}

interface GroupChoices {
  group: FilterGroup;
  choices: readonly Choice[];
}

/**
 * All groups with their choices, in an order that neither typing nor choosing changes; values that were chosen although no row has them
 * are listed last, so that they can be removed.
 */
export function groupChoices(facets: FacetIndex, counts: FacetCounts, filter: TenantFilter): readonly GroupChoices[] {
  return facets.map(({ group, values, placeOf, totals }) => {
    const chosen = filter[group.key] ?? [];
    const tally = counts.get(group.key);
    const known = values.map((value, place) => ({
      value,
      label: choiceLabel(group, value),
      count: tally?.[place] ?? 0,
      total: totals[place] ?? 0,
      chosen: chosen.includes(value),
    }));
    const foreign = chosen
      .filter((value) => !placeOf.has(value))
      .map((value) => ({ value, label: choiceLabel(group, value), count: 0, total: 0, chosen: true }));
    const ordered = group.order === 'count' ? known.toSorted((a, b) => b.total - a.total) : known;
    return { group, choices: [...ordered, ...foreign] };
  });
}

/** Choices shown before "more": the chosen ones and the first. */
export function firstChoices(choices: readonly Choice[], few: number): readonly Choice[] {
  // A "more" button takes as much room as a single choice.
  if (choices.length <= few + 1) return choices;
  return choices.filter((one, at) => one.chosen || at < few);
}

/** Choices whose name contains the text; the chosen ones stay. */
export function foundChoices(choices: readonly Choice[], search: string): readonly Choice[] {
  const wanted = foldName(search.trim());
  return choices.filter((one) => one.chosen || foldName(one.label).includes(wanted));
}
