import { useEffect, useRef, type ReactNode } from 'react';
import { Side } from './columns.ts';

/** Less of it in sight than this, in px, and nobody would see that something came. */
const IN_SIGHT = 120;

/** Stands beside the form, or below it: there it comes into sight with each news. */
export function Beside({ news, children }: { news: unknown; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (news === undefined || !root.current) return;
    const { top } = root.current.getBoundingClientRect();
    if (top > window.innerHeight - IN_SIGHT) root.current.scrollIntoView({ block: 'start' });
  }, [news]);
  return <Side ref={root}>{children}</Side>;
}
