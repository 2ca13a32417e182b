import { mdiMagnify } from '@mdi/js';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { useSearchBox } from '../use-search-box.ts';
import { Box, Root } from './search-parts.ts';
import { Suggestions } from './suggestions.tsx';

/** The search of the whole console: Ctrl or Cmd and K, type, arrows, Enter. */
export function GlobalSearch() {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const navigate = useNavigate();
  const box = useSearchBox(input, (result) => {
    void navigate({ to: '/tenant/$id', params: { id: String(result.id) } });
  });
  const { shown, results, place } = box;
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
          aria-activedescendant={shown && results.length > 0 ? `${id}-${place}` : undefined}
          aria-keyshortcuts="Control+K Meta+K"
          placeholder="Start typing to Search"
          value={box.text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => box.onType(event.target.value)}
          onFocus={() => box.setOpen(true)}
          onBlur={() => box.setOpen(false)}
          onKeyDown={box.onKeyDown}
        />
        <Kbd aria-hidden>Ctrl K</Kbd>
      </Box>
      <Suggestions
        id={id}
        shown={shown}
        results={results}
        place={place}
        note={box.note}
        onPoint={box.setActive}
        onChoose={box.choose}
      />
    </Root>
  );
}
