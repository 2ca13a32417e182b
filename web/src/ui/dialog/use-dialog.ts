import type { Dialog } from '@base-ui/react/dialog';
import { use, useEffect, useLayoutEffect, useRef, createContext, type MouseEvent } from 'react';

/** Makes Back close an open dialog instead of leaving the page. */
export type CloseOnBack = (open: boolean, close: () => void) => void;

/** Provided by the router; without it Back behaves as in the browser. */
export const BackContext = createContext<CloseOnBack>(() => undefined);

/** Maximum ms between the clicks of a double click. */
const DOUBLE_CLICK_MS = 500;

const stay = () => undefined;

/** The callback, for as long as the component is mounted: the response to a dialog that was closed must not close the next one. */
export function useWhileMounted<Args extends readonly unknown[]>(callback: (...args: Args) => void) {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  return (...args: Args): void => {
    if (isMounted.current) callback(...args);
  };
}

/** An outside press that does not close the dialog, such as the second click of a double click, must not take the focus out of it. */
const keepFocus = (event: MouseEvent): void => {
  if (event.target === event.currentTarget) event.preventDefault();
};

/**
 * How every dialog and panel handles Back, Esc, outside clicks and focus: the props of its root, popup and backdrop.
 * @param once shows something only once: neither Back, Esc nor an outside click closes it
 */
export function useDialog(open: boolean, onClose: () => void, once = false) {
  const popup = useRef<HTMLDivElement>(null);
  const openedAt = useRef(0);
  use(BackContext)(open, once ? stay : onClose);
  useFocusReturn(open);
  useEffect(() => {
    if (open) openedAt.current = performance.now();
  }, [open]);
  const onOpenChange = (_open: boolean, { reason, event }: Dialog.Root.ChangeEventDetails) => {
    if (once && (reason === 'escape-key' || reason === 'outside-press')) return;
    // Esc outside belongs to another dialog or panel.
    if (reason === 'escape-key' && !(event.target instanceof Node && popup.current?.contains(event.target))) return;
    // The second click of a double click lands on the backdrop of the dialog that the first one opened.
    if (reason === 'outside-press' && event.timeStamp - openedAt.current < DOUBLE_CLICK_MS) return;
    onClose();
  };
  return {
    root: { open: true, onOpenChange },
    popup: {
      ref: popup,
      tabIndex: -1,
      // A field with autoFocus keeps it.
      initialFocus: () => popup.current?.querySelector<HTMLElement>(':focus') ?? popup.current,
      finalFocus: false,
    },
    backdrop: { onMouseDown: keepFocus },
  } as const;
}

/**
 * Restores the focus on close, unless the user has moved it elsewhere meanwhile, e.g. into the search. If the element that had it is gone,
 * the dialog below or the page gets it: from the body, the keyboard would start over at the top bar.
 */
function useFocusReturn(open: boolean): void {
  const before = useRef<Element>(null);
  // Runs before the opening content takes the focus.
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);
  useEffect(() => {
    if (!open) return;
    return () => {
      const { current } = before;
      // The focused element was inside and is gone; the browser moves the focus to the body.
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (!lost) return;
      const isThere = current instanceof HTMLElement && current.isConnected && current !== document.body;
      const below = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].at(-1);
      if (isThere) current.focus();
      else (below ?? document.querySelector('main'))?.focus({ preventScroll: true });
    };
  }, [open]);
}
