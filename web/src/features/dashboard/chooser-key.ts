import type { KeyboardEvent } from 'react';

/** What a key does in the field of a list: opens or closes it, chooses the active choice, or makes another one active. */
export type ChooserAct = 'open' | 'close' | 'choose' | { active: number };

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

/** How many choices PageUp and PageDown pass. */
const LEAP = 8;

/** The act of a key; null where the field itself knows what to do. @param active its place among `count` choices */
export function chooserKey(
  { key, ctrlKey, metaKey }: Key,
  open: boolean,
  active: number,
  count: number,
): ChooserAct | null {
  if (ctrlKey || metaKey) return null;
  if (!open) return ['ArrowDown', 'ArrowUp', 'Enter'].includes(key) ? 'open' : null;
  if (key === 'Escape') return 'close';
  if (key === 'Enter') return 'choose';
  const last = count - 1;
  if (key === 'ArrowDown') return { active: active >= last ? 0 : active + 1 };
  if (key === 'ArrowUp') return { active: active <= 0 ? Math.max(0, last) : active - 1 };
  if (key === 'PageDown') return { active: Math.max(0, Math.min(last, active + LEAP)) };
  if (key === 'PageUp') return { active: Math.max(0, active - LEAP) };
  return null;
}
