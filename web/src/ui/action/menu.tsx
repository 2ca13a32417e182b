import { styled } from '../theme/styled.ts';
import { useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { color, radius, shadow } from '../theme/tokens.ts';

interface MenuProps {
  /** Matches the `popoverTarget` of the button that opens it. */
  id: string;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  onOpenChange: (open: boolean) => void;
  /** Menu entries. */
  children: ReactNode;
}

const List = styled('div')({
  position: 'fixed',
  inset: 'auto',
  margin: 0,
  minWidth: 160,
  maxWidth: 'min(360px, calc(100vw - 16px))',
  maxHeight: 'calc(100vh - 64px)',
  overflowY: 'auto',
  padding: 4,
  background: color.raised,
  color: color.text,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.card,
  boxShadow: shadow.menu,
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
    right: fromRight ? px(document.documentElement.clientWidth - box.right) : 'auto',
    left: fromRight ? 'auto' : px(box.left),
  });
}

function onKey(event: KeyboardEvent, all: readonly HTMLElement[], close: () => void): void {
  const at = all.findIndex((entry) => entry === document.activeElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const step = steps[event.key];
  if (event.key === 'Tab') close();
  else if (step !== undefined) {
    event.preventDefault();
    all.at(step % all.length)?.focus();
  } else if (event.key.length === 1 && event.key !== ' ') {
    const letter = event.key.toLowerCase();
    [...all.slice(at + 1), ...all].find((entry) => entry.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
  }
}
