import { mdiMagnify } from '@mdi/js';
// oxlint-disable-next-line no-restricted-imports -- PaletteMissing replaces a palette that cannot be loaded
import { lazy, Suspense, useId, useRef, useState, type ComponentType } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { Kbd } from '../../../ui/display/mono.tsx';
import type { ActingAction } from '../action-words.ts';
import { useSearchBox } from '../use-search-box.ts';
import type { OpenPalette } from './palette.tsx';
import { Box, Root, Note, Popup } from './search-parts.ts';

/** Replaces a palette that could not be loaded. */
function PaletteMissing() {
  return (
    <Popup>
      <Note role="alert">The search could not be loaded. Reload the page.</Note>
    </Popup>
  );
}

type LoadPalette = () => Promise<ComponentType<OpenPalette>>;

const lazyPalette = (load: LoadPalette) =>
  lazy(async (): Promise<{ default: ComponentType<OpenPalette> }> => ({
    default: await load().catch(() => PaletteMissing),
  }));

const ActOnTenant = lazyPart(() => import('./act-on-tenant.tsx').then((module) => module.ActOnTenant));

/** The global search, opened with Ctrl+K or Cmd+K. */
export function GlobalSearch({ loadPalette }: { loadPalette: LoadPalette }) {
  const [Palette] = useState(() => lazyPalette(loadPalette));
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const box = useSearchBox(input);
  const [acting, setActing] = useState<ActingAction | null>(null);
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
            onClose={box.close}
            onAct={setActing}
          />
        </Suspense>
      ) : null}
      {acting ? (
        <Suspense>
          <ActOnTenant action={acting} onEnd={() => setActing(null)} />
        </Suspense>
      ) : null}
    </Root>
  );
}
