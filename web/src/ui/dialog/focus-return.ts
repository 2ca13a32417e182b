import { useEffect, useLayoutEffect, useRef } from 'react';

/** Restores the focus on close, unless the user has moved it elsewhere meanwhile, e.g. into the search. */
export function useFocusReturn(open: boolean): void {
  const before = useRef<Element>(null);
  // Runs before effects of the opening content take the focus.
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);
  useEffect(() => {
    if (!open) return;
    return () => {
      const { current } = before;
      // The focused element was inside and is gone; the browser moves the focus to the body.
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && current instanceof HTMLElement && current.isConnected) current.focus();
    };
  }, [open]);
}
