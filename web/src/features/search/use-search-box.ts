import { useRef, useState, type KeyboardEvent, type RefObject, useEffect } from 'react';
import { useSearchKey } from './use-search-key.ts';

/** The value after it has been stable for `ms`. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Takes the keys that move in the palette and choose, while it is there. */
export type PaletteKeys = (event: KeyboardEvent) => void;

/** The box of the search: what is typed, whether the palette is open, and where the focus came from. */
export function useSearchBox(input: RefObject<HTMLInputElement | null>) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [entered, setEntered] = useState<string | null>(null);
  const keys = useRef<PaletteKeys>(null);
  const cameFrom = useRef<Element>(null);
  useSearchKey(() => {
    if (document.activeElement !== input.current) cameFrom.current = document.activeElement;
    input.current?.focus();
    input.current?.select();
    setOpen(true);
  });

  const onBlur = () => {
    cameFrom.current = null;
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // This key ends the writing of a word with an input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      const before = cameFrom.current;
      setOpen(false);
      if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
      else if (!open || text === '') input.current?.blur();
    } else if (open && keys.current) keys.current(event);
    else if (event.key === 'Enter') setEntered(text);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
    }
  };
  const onType = (typed: string) => {
    setText(typed);
    setEntered(null);
    setOpen(true);
  };
  const close = () => {
    setText('');
    setOpen(false);
    input.current?.blur();
  };
  return {
    text,
    open,
    entered: entered === text,
    keys,
    onBlur,
    onKeyDown,
    onType,
    onClick: () => setOpen(true),
    close,
  };
}
