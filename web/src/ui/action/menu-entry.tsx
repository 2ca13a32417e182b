import { mdiCheck } from '@mdi/js';
import { styled } from '../theme/styled.ts';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Icon } from '../display/icon.tsx';
import { Link } from './link.tsx';
import { color, meaningColor, narrow, radius } from '../theme/tokens.ts';

/** A menu entry: an action, or a link when it has an address. */
export interface MenuAction {
  id: string;
  label: string;
  /** A path of @mdi/js. */
  icon?: string;
  /** Instead of an icon: a flag or letter block. */
  mark?: ReactNode;
  href?: string;
  /** Receives the modifier keys, for entries with a variant. */
  onSelect?: (event: { ctrlKey: boolean; metaKey: boolean }) => void;
  danger?: boolean;
  /** One option of a choice: draws a tick beside the current one. */
  selected?: boolean;
  /** An independent toggle: the menu stays open. */
  checked?: boolean;
  /** A hint under the word. */
  detail?: string;
  /** Why it is unavailable; shown under the label. */
  disabledReason?: string | null | undefined;
}

const Row = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  width: '100%',
  minHeight: 32,
  padding: '4px 10px',
  border: 0,
  borderRadius: radius.control,
  background: 'none',
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 500,
  textAlign: 'left',
  color: color.text,
  cursor: 'pointer',
  outline: 'none',
  '& > svg': { color: color.text2 },
  '&:hover, &:focus, &:focus-visible': { background: color.press, boxShadow: 'none', textDecoration: 'none' },
  '&:focus-visible': { boxShadow: `inset 0 0 0 2px ${color.accent}` },
  '&[aria-disabled="true"]': { color: color.text3, cursor: 'not-allowed' },
  '&[data-danger], &[data-danger] > svg': { color: meaningColor.bad.main },
  '& small': { display: 'block', fontSize: 12, lineHeight: '16px', fontWeight: 400, color: color.text3 },
  [narrow]: { minHeight: 40 },
});
const Words = styled('span')({ flex: 1, minWidth: 0 });

/** A menu entry; choosing it closes the menu. */
export function MenuEntry({ item }: { item: MenuAction }) {
  const blocked = Boolean(item.disabledReason);
  const under = item.disabledReason ?? item.detail;
  const choose = (event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => {
    if (blocked) return;
    if (item.checked === undefined) event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
    item.onSelect?.(event);
  };
  const asLink =
    item.href !== undefined && !blocked ? { as: Link, href: item.href, variant: 'plain' } : { type: 'button' };
  return (
    <Row
      {...(asLink as { type: 'button' })}
      role={roleOf(item)}
      aria-checked={item.selected ?? item.checked}
      tabIndex={-1}
      aria-disabled={blocked || undefined}
      data-danger={(item.danger && !blocked) || undefined}
      onClick={choose}
      onKeyDown={(event) => {
        // Browsers do not activate a button by Enter with a modifier key. On links that has its own meaning.
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || item.href !== undefined) return;
        event.preventDefault();
        choose(event);
      }}
    >
      {item.mark ?? (item.icon ? <Icon path={item.icon} /> : null)}
      <Words>
        {item.label}
        {under ? <small>{under}</small> : null}
      </Words>
      {(item.selected ?? item.checked) ? <Icon path={mdiCheck} size={14} /> : null}
    </Row>
  );
}

function roleOf({ selected, checked }: MenuAction) {
  if (checked !== undefined) return 'menuitemcheckbox';
  return selected === undefined ? 'menuitem' : 'menuitemradio';
}
