import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { chooserKey } from './chooser-key.ts';
import { matchingChoices, type DashboardChoice } from './tenant-choices.ts';

/** A field with a list of choices under it: what is typed, what is found, and which choice the keyboard is on. */
export function useChooser(
  choices: readonly DashboardChoice[],
  chosen: DashboardChoice,
  onChoose: (id: number | null) => void,
) {
  const list = useId();
  const [open, setOpen] = useState(false);
  /** Null until somebody types. */
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const found = useMemo(() => matchingChoices(choices, text ?? ''), [choices, text]);
  const show = () => {
    setOpen(true);
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
      setOpen(true);
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
