import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back to what had it before this opened, when it closes. Whoever has gone on elsewhere meanwhile, into the search
 * for example, stays there.
 */
export function useFocusReturn(open: boolean): void {
  const before = useRef<Element>(null);
  // Before anything in what opens takes the focus in an effect.
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);
  useEffect(() => {
    if (!open) return;
    return () => {
      const { current } = before;
      // What had the focus in here is gone: the browser leaves it to the body.
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && current instanceof HTMLElement && current.isConnected) current.focus();
    };
  }, [open]);
}
