import { mdiFilterCheckOutline, mdiFilterOutline } from '@mdi/js';
import type { UtopiaColumn } from '@mission-control/contract/utopia/columns';
import { MISSING, OPERATORS, readComparison } from '@mission-control/contract/utopia/filters';
import { memo, useId, useRef, useState } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { Input, Select } from '../../../ui/field/field-parts.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { popoverSurface } from '../../../ui/theme/tokens.ts';

interface ChoiceFilterProps {
  name: string;
  values: readonly string[];
  chosen: readonly string[];
  onFilter: (chosen: readonly string[]) => void;
}

/** Aligns its text with the column below. */
const Begin = styled('div')({
  '& > button': { justifyContent: 'flex-start', width: 'calc(100% + 8px)', marginLeft: -8, paddingLeft: 8 },
});
const List = styled('div')({
  ...popoverSurface,
  minWidth: 140,
  maxHeight: 320,
  padding: '6px 12px',
  '& > label': { display: 'flex', minHeight: 32, fontWeight: 400 },
});

/** A popover of values: rows with one of the ticked values pass; all pass when none is ticked. */
function ChoiceFilter({ name, values, chosen, onFilter }: ChoiceFilterProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  // A value from the address that no row has can be cleared as well.
  const offered = [...new Set([...values, ...chosen])];
  const label = chosen.length === 0 ? 'Any' : chosen.length === 1 ? wordOf(chosen[0]) : `${chosen.length} chosen`;
  const toggle = (value: string) =>
    onFilter(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <Begin>
      <ActionButton
        ref={anchor}
        block
        size="small"
        variant={chosen.length === 0 ? 'ghost' : 'tonal'}
        icon={chosen.length === 0 ? mdiFilterOutline : mdiFilterCheckOutline}
        aria-label={`${name}: ${label}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={id}
      >
        {label}
      </ActionButton>
      <List
        id={id}
        popover="auto"
        role="dialog"
        aria-label={name}
        onBeforeToggle={(event) => {
          if (event.newState === 'open') placeUnder(event.currentTarget, anchor.current);
        }}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open
          ? offered.map((value) => (
              <Checkbox
                key={value}
                label={wordOf(value)}
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
              />
            ))
          : null}
      </List>
    </Begin>
  );
}

const wordOf = (value: string | undefined) => (value === undefined || value === '' ? '(none)' : value);

function placeUnder(list: HTMLElement, anchor: HTMLElement | null): void {
  const box = anchor?.getBoundingClientRect();
  if (!box) return;
  const left = Math.max(8, Math.min(box.left, window.innerWidth - 180));
  Object.assign(list.style, { top: `${Math.round(box.bottom + 4)}px`, left: `${Math.round(left)}px` });
}

interface ColumnFilterProps {
  column: UtopiaColumn;
  filter: string | readonly string[] | undefined;
  /** Existing values of a column that is filtered by value. */
  values: readonly string[];
  /** Must be stable, for memoization. */
  onFilter: (key: string, filter: string | readonly string[]) => void;
}

const small = { height: 28, fontSize: 12.5 } as const;
const Box = styled('div')({ '& > input': small });
const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: '48px minmax(0, 1fr)',
  gap: 4,
  '& > select, & > input': small,
  '& > select': { padding: '0 20px 0 6px', backgroundPosition: 'calc(100% - 11px) 50%, calc(100% - 6px) 50%' },
  '& > input': { padding: '0 6px' },
});

/** The filter of one column: words, an operator and a number, or values. */
export const ColumnFilter = memo(function ColumnFilter({ column, filter, values, onFilter: onAny }: ColumnFilterProps) {
  const onFilter = (next: string | readonly string[]) => onAny(column.key, next);
  const name = `Filter ${column.title}`;
  if (column.kind === 'choice') {
    const chosen = Array.isArray(filter) ? (filter as readonly string[]) : [];
    return <ChoiceFilter name={name} values={values} chosen={chosen} onFilter={onFilter} />;
  }
  const text = typeof filter === 'string' ? filter : '';
  if (column.kind === 'text') {
    return (
      <Box>
        <Input
          type="search"
          aria-label={name}
          value={text}
          placeholder="Contains"
          autoComplete="off"
          onChange={(event) => onFilter(event.target.value)}
        />
      </Box>
    );
  }
  const { operator, value } = readComparison(text);
  return (
    <Pair>
      <Select
        aria-label={`${name}: operator`}
        value={operator}
        onChange={(event) => onFilter(`${event.target.value}${value}`)}
      >
        <option value="" aria-label="No operator" />
        {OPERATORS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
        <option value={MISSING} aria-label="No number">
          —
        </option>
      </Select>
      <Input
        type="number"
        aria-label={`${name}: value`}
        value={value}
        disabled={operator === MISSING}
        onChange={(event) => onFilter(`${operator}${event.target.value}`)}
      />
    </Pair>
  );
});
