import { mdiFilterCheckOutline, mdiFilterOutline } from '@mdi/js';
import { useId, useRef, useState } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, radius, shadow } from '../../../ui/theme/tokens.ts';

interface ChoiceFilterProps {
  /** What is filtered. */
  name: string;
  values: readonly string[];
  chosen: readonly string[];
  onFilter: (chosen: readonly string[]) => void;
}

/** Its words begin where those of the column under it begin. */
const Begin = styled('div')({
  '& > button': { justifyContent: 'flex-start', width: 'calc(100% + 8px)', marginLeft: -8, paddingLeft: 8 },
});
const List = styled('div')({
  position: 'fixed',
  inset: 'auto',
  margin: 0,
  minWidth: 140,
  maxHeight: 320,
  overflowY: 'auto',
  padding: '6px 12px',
  background: color.raised,
  color: color.text,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.card,
  boxShadow: shadow.menu,
  '& > label': { display: 'flex', minHeight: 32, fontWeight: 400 },
});

/** Values to tick in a small box of the browser's top layer: a row passes that has one of them, and every row when none is ticked. */
export function ChoiceFilter({ name, values, chosen, onFilter }: ChoiceFilterProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  // A value of the address that no row has any more can be taken away as well.
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
