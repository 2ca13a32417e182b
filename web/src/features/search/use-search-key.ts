import { useEffect, useEffectEvent } from 'react';

/** Calls back on Ctrl or Cmd and K, wherever the person is; a modal dialog keeps the person to itself. */
export function useSearchKey(onKey: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const asked =
      event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!asked) return;
    // The browser's own search is not meant either.
    event.preventDefault();
    if (document.querySelector('[aria-modal="true"], dialog[open]')) return;
    event.stopPropagation();
    // An open menu would stay over the palette.
    for (const menu of document.querySelectorAll<HTMLElement>('[popover][role="menu"]')) menu.hidePopover();
    onKey();
  });
  useEffect(() => {
    // Before an editor takes the key for a command of its own.
    const listener = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);
}
