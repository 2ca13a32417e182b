import { useRef, useState } from 'react';
import type { ToastMeaning } from '../../ui/toast.ts';

/** How long a message stays [RGN-06]. */
const SNACKBAR_MS = 3000;

export interface Snackbar {
  id: number;
  meaning: ToastMeaning;
  text: string;
}

/** Messages of a page, each for 3 s; several stand above each other, so that none is lost. */
export function useSnackbars() {
  const [shown, setShown] = useState<readonly Snackbar[]>([]);
  const seen = useRef(0);
  const close = (id: number) => setShown((all) => all.filter((one) => one.id !== id));
  const say = (meaning: ToastMeaning, text: string) => {
    seen.current += 1;
    const id = seen.current;
    setShown((all) => [...all, { id, meaning, text }]);
    setTimeout(() => close(id), SNACKBAR_MS);
  };
  return { shown, say, close };
}
