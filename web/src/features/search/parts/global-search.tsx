import { mdiMagnify } from '@mdi/js';
import { lazy, Suspense, useId, useRef } from 'react';
import { Icon } from '../../../ui/display/icon.tsx';
import { Kbd } from '../../../ui/display/mono.tsx';
import type { Place } from '../tenant-places.ts';
import { useSearchBox } from '../use-search-box.ts';
import { Box, Root, Note, Popup } from './search-parts.ts';

/** Replaces a palette that could not be loaded. */
function PaletteMissing() {
  return (
    <Popup>
      <Note role="alert">The search could not be loaded. Reload the page.</Note>
    </Popup>
  );
}

const loadPalette = () => import('./palette.tsx');
const Palette = lazy(() =>
  loadPalette().then(
    (module) => ({ default: module.Palette }),
    () => ({ default: PaletteMissing }),
  ),
);

/** The global search, opened with Ctrl+K or Cmd+K. @param pages from the navigation */
export function GlobalSearch({ pages }: { pages: readonly Place[] }) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const box = useSearchBox(input);
  return (
    <Root>
      <Box>
        <Icon path={mdiMagnify} />
        <input
          ref={input}
          role="combobox"
          aria-label="Search tenants, pages and actions"
          aria-expanded={box.open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-keyshortcuts="Control+K Meta+K"
          placeholder="Start typing to Search"
          value={box.text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => box.onType(event.target.value)}
          onClick={box.onClick}
          onPointerEnter={() => void loadPalette().catch(() => undefined)}
          onBlur={box.onBlur}
          onKeyDown={box.onKeyDown}
        />
        <Kbd aria-hidden>Ctrl K</Kbd>
      </Box>
      {box.open ? (
        <Suspense>
          <Palette
            id={id}
            input={input}
            keys={box.keys}
            typed={box.text.trim()}
            entered={box.entered}
            pages={pages}
            onClose={box.close}
          />
        </Suspense>
      ) : null}
    </Root>
  );
}
