import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { CloseOnBack } from '../ui/back-context.ts';

/** What is open, the topmost last. */
const stack: object[] = [];

/** Back belongs to what is open. */
export const isSomethingOpen = (): boolean => stack.length > 0;

/** Back closes the topmost dialog first. */
export const useCloseOnBack: CloseOnBack = (open, close) => {
  const [own] = useState(() => ({}));
  useEffect(() => {
    if (!open) return undefined;
    stack.push(own);
    return () => void stack.splice(stack.indexOf(own), 1);
  }, [open, own]);
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK' || stack.at(-1) !== own) return false;
      // The browser has gone back already. The router has it go forward again; before that, the address is not the dialog's.
      window.addEventListener('popstate', close, { once: true });
      return true;
    },
    enableBeforeUnload: false,
    disabled: !open,
  });
};
