import {
  useRef,
  useState,
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
} from 'react';

/** Calls back on Ctrl+K or Cmd+K anywhere, except while a modal dialog is open. */
function useSearchKey(onKey: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const asked =
      event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!asked) return;
    // Suppresses the browser's own search in any case.
    event.preventDefault();
    if (document.querySelector('[aria-modal="true"], dialog[open]')) return;
    event.stopPropagation();
    // An open menu would cover the palette.
    for (const menu of document.querySelectorAll<HTMLElement>('[popover][role="menu"]')) menu.hidePopover();
    onKey();
  });
  useEffect(() => {
    // Captured before an editor handles the key.
    const listener = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);
}

/** Handles keys while the palette is open. */
export type PaletteKeys = (event: ReactKeyboardEvent) => void;

/** State of the search input: its text, whether the palette is open, and where the focus came from. */
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
  const onKeyDown = (event: ReactKeyboardEvent) => {
    // An input method (IME) is handling the key.
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
