import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

/**
 * Text field state synchronized with the address: typing shows at once, the address follows after a pause (browsers throttle history
 * updates), and external address changes update the field.
 */
export function useUrlText(inUrl: string, write: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(inUrl);
  const [seen, setSeen] = useState({ inUrl, written: inUrl });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (seen.inUrl !== inUrl) {
    setSeen({ ...seen, inUrl });
    if (inUrl !== seen.written) setText(inUrl);
  }
  const change = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSeen((was) => ({ ...was, written: next.trim() }));
      write(next.trim());
    }, PAUSE_MS);
  };
  return [text, change];
}
