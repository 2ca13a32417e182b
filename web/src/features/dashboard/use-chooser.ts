import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { matchingChoices, type DashboardChoice } from './tenant-choices.ts';

/** The effect of a key in a combobox: opens or closes the list, selects the active option, or activates another one. */
type ChooserAct = 'open' | 'close' | 'choose' | { active: number };

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

/** Choices skipped by PageUp and PageDown. */
const LEAP = 8;

/** The effect of a key; null for the default behaviour of the field. @param active index among `count` options */
function chooserKey({ key, ctrlKey, metaKey }: Key, open: boolean, active: number, count: number): ChooserAct | null {
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

/** State of a combobox: typed text, matches and active option. @param onOpen called when the list opens */
export function useChooser(
  choices: readonly DashboardChoice[],
  chosen: DashboardChoice,
  onChoose: (id: number | null) => void,
  onOpen: () => void,
) {
  const list = useId();
  const [open, setOpen] = useState(false);
  /** Null until somebody types. */
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const found = useMemo(() => matchingChoices(choices, text ?? ''), [choices, text]);
  const openList = () => {
    setOpen(true);
    if (!open) onOpen();
  };
  const show = () => {
    openList();
    setActive(Math.max(0, found.indexOf(chosen)));
  };
  const close = () => {
    setOpen(false);
    setText(null);
  };
  const choose = (choice: DashboardChoice) => {
    close();
    if (choice.id !== chosen.id) onChoose(choice.id);
  };
  return {
    list,
    open,
    text,
    active,
    found,
    show,
    close,
    choose,
    type: (next: string) => {
      openList();
      setText(next);
      setActive(0);
    },
    press: (event: KeyboardEvent) => {
      const act = chooserKey(event, open, active, found.length);
      if (!act) return;
      event.preventDefault();
      if (act === 'open') show();
      else if (act === 'close') close();
      else if (act !== 'choose') setActive(act.active);
      else if (found[active]) choose(found[active]);
    },
  };
}
