import { useBlocker, useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { CloseOnBack } from '../../ui/dialog/use-dialog.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The tab's first entry when another entry for the same page follows it; Back skips it. */
    stepOver?: boolean;
    /** The entry after it. */
    spare?: boolean;
  }
}

/** Open dialogs, topmost last. */
const stack: object[] = [];

/** While something is open, Back closes it instead of leaving the page. */
export const isDialogOpen = (): boolean => stack.length > 0;

/** Makes Back close the topmost dialog. */
export const useCloseOnBack: CloseOnBack = (open, close) => {
  const [dialog] = useState(() => ({}));
  useEffect(() => {
    if (!open) return undefined;
    stack.push(dialog);
    return () => void stack.splice(stack.indexOf(dialog), 1);
  }, [open, dialog]);
  useSpareEntry(open);
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK' || stack.at(-1) !== dialog) return false;
      // The browser has already gone back, and the router goes forward again; before that, the address is not the dialog's.
      window.addEventListener('popstate', close, { once: true });
      return true;
    },
    enableBeforeUnload: false,
    disabled: !open,
  });
};

/**
 * Browsers do not let a page intercept a Back that leaves the document, as from a tab's first entry. A dialog opened there gets its own
 * entry.
 */
function useSpareEntry(open: boolean): void {
  const router = useRouter();
  useEffect(() => {
    const { history } = router;
    const { href, state } = history.location;
    if (!open || state.__TSR_index !== 0 || canGoForward()) return;
    history.replace(href, { ...state, stepOver: true }, { ignoreBlocker: true });
    history.flush();
    const same = { to: '.', search: true, hash: true, resetScroll: false, ignoreBlocker: true } as const;
    void router.navigate({ ...same, state: { spare: true } });
  }, [open, router]);
}

/** A new entry would discard the forward history, which matters more. */
const canGoForward = (): boolean => 'navigation' in window && window.navigation.canGoForward;

/** Skips an entry that exists only for a dialog when Back reaches it. With no earlier entry, the page stays as it was. */
export function stepOverSpareEntries(history: RouterHistory): void {
  let before = history.location.href;
  history.subscribe(({ location, action }) => {
    const left = before;
    before = location.href;
    if (action.type !== 'BACK' || !location.state.stepOver) return;
    history.replace(left, {}, { ignoreBlocker: true });
    history.flush();
    window.history.back();
  });
}
