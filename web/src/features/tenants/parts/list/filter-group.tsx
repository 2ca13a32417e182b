import { useState } from 'react';
import { SearchField } from '../../../../ui/field/search-field.tsx';
import { firstChoices, foundChoices, type Choice } from '../../list/list-choices.ts';
import type { FilterGroup as Group } from '@mission-control/contract/tenants/groups';
import { numberText } from '@mission-control/contract/numbers';
import { FilterChoice } from './filter-choice.tsx';
import { Chips, ChipsHead, GroupName, GroupRoot, More } from './filter-parts.ts';

interface FilterGroupProps {
  group: Group;
  choices: readonly Choice[];
  onToggle: (group: Group, value: string) => void;
}

/** From this many choices on, a group has its own search. */
const MANY = 20;
/** Maximum chips drawn at once; the search finds the others. */
const MAX = 120;

/** One group of the filter: its name and the choices, the less used ones on demand. */
export function FilterGroup({ group, choices, onToggle }: FilterGroupProps) {
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const chosen = choices.filter((choice) => choice.chosen).length;
  const first = firstChoices(choices, group.few);
  const found = open ? foundChoices(choices, search) : first;
  const shown = found.slice(0, MAX);
  const toggleOpen = () => {
    setOpen(!open);
    setSearch('');
  };
  const unfold =
    first.length === choices.length ? null : (
      <More type="button" aria-expanded={open} onClick={toggleOpen}>
        {open ? 'Show fewer' : `${numberText(choices.length - first.length)} more`}
      </More>
    );
  return (
    <GroupRoot role="group" aria-label={group.name}>
      <GroupName>
        {group.name}
        {chosen > 0 ? <em>{chosen}</em> : null}
      </GroupName>
      <Chips data-open={open || undefined}>
        {open ? (
          <ChipsHead>
            {choices.length > MANY ? (
              <SearchField
                label={`Search ${group.name}`}
                value={search}
                onChange={setSearch}
                hotkey={false}
                width={240}
              />
            ) : null}
            {unfold}
          </ChipsHead>
        ) : null}
        {shown.map(({ value, label, count, total, chosen: on }) => (
          <FilterChoice
            key={value}
            group={group}
            value={value}
            label={label}
            count={count}
            total={total}
            on={on}
            onToggle={onToggle}
          />
        ))}
        {choices.length === 0 ? <span>No values</span> : null}
        {open && found.length === 0 ? <span>Nothing matches “{search.trim()}”</span> : null}
        {found.length > shown.length ? (
          <span>{numberText(found.length - shown.length)} more: search for them</span>
        ) : null}
        {open ? null : unfold}
      </Chips>
    </GroupRoot>
  );
}
