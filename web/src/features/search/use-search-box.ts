import { omnisearch } from '@mission-control/contract/search/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { queryOf } from '../../lib/query.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { nextActive } from './active-option.ts';

const DEBOUNCE_MS = 120;

export interface SearchResult {
  id: number;
  name: string;
}

/** State of the search box and its list: what is typed, what is suggested, what a key does. */
export function useSearchBox(input: RefObject<HTMLInputElement | null>, onChoose: (result: SearchResult) => void) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { results, note, current } = useResults(open ? text.trim() : '');
  const shown = open && text.trim() !== '';
  const place = results[active] ? active : 0;
  useFocusKey(input);

  const choose = (result: SearchResult | undefined) => {
    if (!result) return;
    setText('');
    setOpen(false);
    input.current?.blur();
    onChoose(result);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (shown) setOpen(false);
      else input.current?.blur();
    } else if (event.key === 'Enter') {
      // What is still on the screen from the text before is not what was asked for.
      choose(shown && current ? results[place] : undefined);
    } else {
      const next = nextActive(event.key, place, results.length);
      if (next === null) return;
      event.preventDefault();
      setOpen(true);
      setActive(next);
    }
  };
  const onType = (typed: string) => {
    setText(typed);
    setOpen(true);
    setActive(0);
  };
  return { text, shown, results, note, place, choose, onKeyDown, onType, setOpen, setActive };
}

/** Results of the text once it stands still; those of the text before stay, not `current`, while the new ones come. */
function useResults(text: string): { results: readonly SearchResult[]; note: string; current: boolean } {
  const settled = useDebounced(text, DEBOUNCE_MS);
  const wanted = text !== '' && settled !== '';
  const { data, error, isPlaceholderData } = useQuery({
    ...queryOf(omnisearch, { query: { val: settled } }, ['tenants']),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  if (error) return { results: [], note: error.message, current: false };
  if (!wanted || !data) return { results: [], note: 'Searching', current: false };
  const note = data.results.length === 0 ? 'No tenant has this in its name.' : '';
  return { results: data.results, note, current: settled === text && !isPlaceholderData };
}

/** Ctrl or Cmd and K, wherever the person is. */
function useFocusKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [input]);
}
