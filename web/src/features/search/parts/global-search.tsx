import { omnisearch } from '@mission-control/contract/search/calls';
import { cutName } from '@mission-control/contract/search/rules';
import { mdiMagnify } from '@mdi/js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { queryOf } from '../../../lib/query.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { nextActive } from '../active-option.ts';
import { Box, Option, Popup, Root, Word } from './search-parts.ts';

const DEBOUNCE_MS = 120;
const HINT = 'Start typing to Search';

interface Result {
  id: number;
  name: string;
}

/** The search of the whole console: Ctrl or Cmd and K, type, arrows, Enter. */
export function GlobalSearch() {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const navigate = useNavigate();
  useFocusKey(input);
  const { results, note } = useResults(open ? text.trim() : '');
  const shown = open && text.trim() !== '';
  const current = results[active] ? active : 0;

  const choose = (result: Result | undefined) => {
    if (!result) return;
    setText('');
    setOpen(false);
    input.current?.blur();
    void navigate({ to: '/tenant/$id', params: { id: String(result.id) } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (shown) setOpen(false);
      else input.current?.blur();
    } else if (event.key === 'Enter') {
      choose(shown ? results[current] : undefined);
    } else {
      const next = nextActive(event.key, current, results.length);
      if (next === null) return;
      event.preventDefault();
      setOpen(true);
      setActive(next);
    }
  };
  return (
    <Root>
      <Box>
        <Icon path={mdiMagnify} />
        <input
          ref={input}
          role="combobox"
          aria-label="Search tenants everywhere"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown && results.length > 0 ? `${id}-${current}` : undefined}
          aria-keyshortcuts="Control+K Meta+K"
          placeholder={HINT}
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
            setActive(0);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        <Kbd aria-hidden>Ctrl K</Kbd>
      </Box>
      <Popup hidden={!shown}>
        <ul role="listbox" id={`${id}-list`} aria-label="Tenants">
          {results.map((result, index) => (
            <Option
              key={result.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              title={result.name}
              // The box keeps the focus, so that its blur does not close the list before the click.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setActive(index)}
              onClick={() => choose(result)}
            >
              {cutName(result.name)}
            </Option>
          ))}
        </ul>
        <Word role="status">{note}</Word>
      </Popup>
    </Root>
  );
}

/** Results of the text once it stands still; those of the text before stay while the new ones come. */
function useResults(text: string): { results: readonly Result[]; note: string } {
  const settled = useDebounced(text, DEBOUNCE_MS);
  const wanted = text !== '' && settled !== '';
  const { data, error } = useQuery({
    ...queryOf(omnisearch, { query: { val: settled } }, ['tenants']),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  const results = wanted && data ? data.results : [];
  if (error) return { results: [], note: error.message };
  if (!wanted || !data) return { results, note: 'Searching' };
  return { results, note: results.length === 0 ? 'No tenant has this in its name.' : '' };
}

function useFocusKey(input: { current: HTMLInputElement | null }) {
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
