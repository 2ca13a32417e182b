import { memo } from 'react';
import { FacetChip } from '../../../ui/facet-chip.tsx';
import type { FilterGroup } from '../list-groups.ts';
import { ChoiceMark } from './choice-mark.tsx';

interface FilterChoiceProps {
  group: FilterGroup;
  value: string;
  label: string;
  count: number;
  total: number;
  on: boolean;
  onToggle: (group: FilterGroup, value: string) => void;
}

/** One value of a group; drawn again only when it or its count changes, because a filter has hundreds of them. */
export const FilterChoice = memo(function FilterChoice({
  group,
  value,
  label,
  count,
  total,
  on,
  onToggle,
}: FilterChoiceProps) {
  return (
    <FacetChip
      count={count}
      total={total}
      on={on}
      mono={group.mono ?? false}
      mark={<ChoiceMark group={group.key} value={value} />}
      onToggle={() => onToggle(group, value)}
    >
      {label}
    </FacetChip>
  );
});
