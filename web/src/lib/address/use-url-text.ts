import { useMatch, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Whether the latest address is still one of this page. Stable while the page is the same. */
export function useIsOpen(): () => boolean {
  const router = useRouter();
  // By the page's own match: while the next page loads, the latest address is already that of the next page.
  const id = useMatch({ strict: false, select: (match) => match.id });
  return useCallback(() => {
    const { pathname, search } = router.latestLocation;
    return router.matchRoutes(pathname, search).some((match) => match.id === id);
  }, [router, id]);
}

/** State of a page in its address, and a setter of parts of it. @param read parses the address; invalid values are omitted */
export function useUrlState<State extends object>(read: (search: Record<string, unknown>) => State) {
  const router = useRouter();
  const isOpen = useIsOpen();
  /** @param replace adds no history entry: for typing, unlike sorting and paging */
  const set = (part: { [Key in keyof State]?: unknown }, replace = false): void => {
    // Some changes come late, after a pause or a response; the user may have left the page by then.
    if (!isOpen()) return;
    const search = (before: Record<string, unknown>) => read({ ...before, ...part });
    void router.navigate({ to: '.', search, replace, resetScroll: false } as never);
  };
  return [read(useSearch({ strict: false })), set] as const;
}

const PAUSE_MS = 250;

/**
 * Text field state synchronized with the address: typing shows at once, the address follows after a pause (browsers throttle history
 * updates) unless another page is being opened, and external address changes update the field.
 * @returns also a function that writes the text immediately, so that Back restores it
 */
export function useUrlText(inUrl: string, write: (text: string) => void) {
  const [text, setText] = useState(inUrl);
  const [seen, setSeen] = useState({ inUrl, written: inUrl, overridden: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What was typed just before something else changed the address is not written any more.
  useEffect(() => () => clearTimeout(timer.current), [seen.overridden]);
  if (seen.inUrl !== inUrl) {
    const isOwn = inUrl === seen.written;
    setSeen({ inUrl, written: inUrl, overridden: seen.overridden + (isOwn ? 0 : 1) });
    if (!isOwn) setText(inUrl);
  }
  const change = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    const { pathname } = window.location;
    timer.current = setTimeout(() => {
      if (window.location.pathname !== pathname) return;
      setSeen((was) => ({ ...was, written: next.trim() }));
      write(next.trim());
    }, PAUSE_MS);
  };
  const commit = () => {
    if (text.trim() !== inUrl) write(text.trim());
  };
  return [text, change, commit] as const;
}
