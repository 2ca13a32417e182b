import { memo, type ReactNode } from 'react';
import { groupChoices } from '../../list/list-choices.ts';
import type { FacetCounts, FacetIndex } from '../../list/list-facets.ts';
import { toggleChoice, type FilterGroup as Group, type TenantFilter } from '@mission-control/contract/tenants/groups';
import { useLatest } from '../../list/use-list-state.ts';
import { FilterGroup } from './filter-group.tsx';
import { Groups } from './filter-parts.ts';

interface FilterPanelProps {
  facets: FacetIndex;
  counts: FacetCounts;
  filter: TenantFilter;
  onFilter: (filter: TenantFilter) => void;
}

/** The four broad groups are on the left, the seven of CoursePro and the environments on the right. */
const AT_LEFT = new Set(['region', 'group', 'account', 'service']);

/** The eleven filter groups with the number of rows of each choice; every click updates the table behind [TLS-25]. */
export const FilterPanel = memo(function FilterPanel({ facets, counts, filter, onFilter }: FilterPanelProps) {
  const toggle = useLatest((group: Group, value: string) => onFilter(toggleChoice(filter, group.key, value)));
  const groups = groupChoices(facets, counts, filter).map(({ group, choices }) => ({
    left: AT_LEFT.has(group.key),
    drawn: <FilterGroup key={group.key} group={group} choices={choices} onToggle={toggle} />,
  }));
  return (
    <Groups aria-label="Filters">
      <div data-first>{groups.filter(({ left }) => left).map(({ drawn }): ReactNode => drawn)}</div>
      <div>{groups.filter(({ left }) => !left).map(({ drawn }): ReactNode => drawn)}</div>
    </Groups>
  );
});
