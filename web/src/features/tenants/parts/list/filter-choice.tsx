import { regionFlag } from '@mission-control/contract/environments/rules';
import { SERVICES } from '@mission-control/contract/catalogue';
import { memo } from 'react';
import { FacetChip } from '../../../../ui/table/facet-chip.tsx';
import { Flag } from '../../../../ui/display/flag.tsx';
import { ServiceBlock } from '../../../../ui/layout/service-block.tsx';
import type { FilterGroup, GroupKey } from '@mission-control/contract/tenants/groups';

/** The flag of a region or the letter block of a service before its name; nothing for the other groups. */
function ChoiceMark({ group, value }: { group: GroupKey; value: string }) {
  if (group === 'region') return <Flag code={regionFlag(value)} label="" />;
  const service = group === 'service' ? SERVICES.find(({ slug }) => slug === value) : undefined;
  return service ? <ServiceBlock letter={service.letter} hue={service.slug} size={16} /> : null;
}

interface FilterChoiceProps {
  group: FilterGroup;
  value: string;
  label: string;
  count: number;
  total: number;
  on: boolean;
  onToggle: (group: FilterGroup, value: string) => void;
}

/** One value of a group; memoized, because a filter has hundreds of them. */
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
