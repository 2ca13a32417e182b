import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

/**
 * Text field state synchronized with the address: typing shows at once, the address follows after a pause (browsers throttle history
 * updates) unless another page is being opened, and external address changes update the field.
 */
export function useUrlText(inUrl: string, write: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(inUrl);
  const [seen, setSeen] = useState({ inUrl, written: inUrl, overridden: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What was typed just before somebody else changed the address is not written any more.
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
  return [text, change];
}
