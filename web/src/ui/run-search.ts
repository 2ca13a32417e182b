import { useEffect, useState } from 'react';
import type { RunLog } from './run-log.ts';

/** Lines looked at in one go, so that the page stays quick. */
const AT_ONCE = 5_000;

interface Found {
  log: RunLog;
  words: string;
  /** Lines before this one were looked at. */
  upTo: number;
  lines: readonly number[];
}

/** The next part of a search. */
function goOn({ log, words, upTo, lines }: Found): Found {
  const end = Math.min(log.ended, upTo + AT_ONCE);
  const more: number[] = [];
  for (let at = upTo; at < end; at += 1) if (log.line(at).toLowerCase().includes(words)) more.push(at);
  return { log, words, upTo: end, lines: more.length === 0 ? lines : [...lines, ...more] };
}

/**
 * The numbers of the lines that hold a text, whatever its case; ever more while the run writes.
 * @param version of the log: another one means that there may be more
 */
export function useRunSearch(log: RunLog, text: string, version: number): readonly number[] {
  const words = text.trim().toLowerCase();
  const [found, setFound] = useState<Found>({ log, words: '', upTo: 0, lines: [] });
  const current = found.log === log && found.words === words ? found : { log, words, upTo: 0, lines: [] };
  const isOpen = words !== '' && current.upTo < log.ended;
  useEffect(() => {
    if (!isOpen) return undefined;
    const soon = setTimeout(() => setFound(goOn(current)));
    return () => clearTimeout(soon);
  });
  void version;
  return words === '' ? [] : current.lines;
}
