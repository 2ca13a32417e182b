import { mdiChevronDown, mdiChevronUp, mdiFilterVariant } from '@mdi/js';
import { useEffect, useRef } from 'react';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { useLatest } from '../../list/use-list-state.ts';

interface FilterButtonProps {
  open: boolean;
  /** Number of chosen values. */
  count: number;
  onOpen: (open: boolean) => void;
}

/** Opens the filter panel; Esc closes it from anywhere on the page and returns the focus. */
export function FilterButton({ open, count, onOpen }: FilterButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const close = useLatest(() => {
    onOpen(false);
    button.current?.focus();
  });
  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere(event.target)) close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open, close]);
  return (
    <ActionButton
      ref={button}
      variant={open || count > 0 ? 'tonal' : 'secondary'}
      icon={mdiFilterVariant}
      endIcon={open ? mdiChevronUp : mdiChevronDown}
      count={count > 0 ? count : undefined}
      aria-expanded={open}
      onClick={() => onOpen(!open)}
    >
      Filter
    </ActionButton>
  );
}

/** A dialog, a menu and the global search handle Esc themselves. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return true;
  return target instanceof Element && target.closest('[role="dialog"],[popover],[role="combobox"]') !== null;
}
