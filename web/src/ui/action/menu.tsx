import { styled } from '../theme/styled.ts';
import { useRef, type KeyboardEvent, type ReactNode, type RefObject, type MouseEvent } from 'react';
import { color, radius, popoverSurface, meaningColor, narrow } from '../theme/tokens.ts';
import { mdiCheck } from '@mdi/js';
import { Icon } from '../display/icon.tsx';
import { Link } from './link.tsx';

interface MenuProps {
  /** Matches the `popoverTarget` of the button that opens it. */
  id: string;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

const List = styled('div')({
  ...popoverSurface,
  minWidth: 160,
  maxWidth: 'min(360px, calc(100vw - 16px))',
  maxHeight: 'calc(100vh - 64px)',
  padding: 4,
});

/** A menu in the browser's top layer; closes on Esc or an outside click, and restores the focus. */
export function Menu({ id, label, anchor, onOpenChange, children }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  const toggled = (open: boolean) => {
    onOpenChange(open);
    if (!open) return;
    const all = entries();
    (all.find((entry) => entry.ariaChecked === 'true') ?? all[0])?.focus();
  };
  return (
    <List
      ref={list}
      id={id}
      popover="auto"
      role="menu"
      aria-label={label}
      onBeforeToggle={(event) => {
        if (event.newState === 'open') placeUnder(event.currentTarget, anchor.current);
      }}
      onToggle={(event) => toggled(event.newState === 'open')}
      onKeyDown={(event) => onKey(event, entries(), () => list.current?.hidePopover())}
    >
      {children}
    </List>
  );
}

/** Below the anchor, or above it near the bottom of the window; right-aligned unless the anchor is far left. */
function placeUnder(menu: HTMLElement, anchor: HTMLElement | null): void {
  const box = anchor?.getBoundingClientRect();
  if (!box) return;
  const below = box.bottom < window.innerHeight * 0.65;
  const fromRight = box.right > 260;
  const px = (value: number) => `${Math.round(value)}px`;
  Object.assign(menu.style, {
    top: below ? px(box.bottom + 4) : 'auto',
    bottom: below ? 'auto' : px(window.innerHeight - box.top + 4),
    maxHeight: px((below ? window.innerHeight - box.bottom : box.top) - 12),
    right: fromRight ? px(document.documentElement.clientWidth - box.right) : 'auto',
    left: fromRight ? 'auto' : px(box.left),
  });
}

function onKey(event: KeyboardEvent, all: readonly HTMLElement[], close: () => void): void {
  const at = all.findIndex((entry) => entry === document.activeElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const step = steps[event.key];
  if (event.key === 'Tab') close();
  else if (event.key === 'Escape') {
    // Otherwise a dialog around the menu would close with it, or a panel beside it would keep it open.
    event.preventDefault();
    event.stopPropagation();
    close();
  } else if (step !== undefined) {
    event.preventDefault();
    all.at(step % all.length)?.focus();
  } else if (event.key.length === 1 && event.key !== ' ') {
    const letter = event.key.toLowerCase();
    [...all.slice(at + 1), ...all].find((entry) => entry.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
  }
}

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
  '& small': {
    display: 'block',
    fontSize: 12,
    lineHeight: '16px',
    fontWeight: 400,
    color: color.text3,
    whiteSpace: 'pre-line',
  },
  [narrow]: { minHeight: 40 },
});
const Words = styled('span')({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' });

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
        // Browsers do not activate a button on Enter with a modifier key. On a link, they open a new tab or window.
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
