import { useImperativeHandle, useLayoutEffect, type RefObject } from 'react';
import { Kbd } from '../../../ui/kbd.tsx';
import type { Place } from '../tenant-places.ts';
import { usePalette } from '../use-palette.ts';
import type { PaletteKeys } from '../use-search-box.ts';
import { PaletteNote } from './palette-note.tsx';
import { PaletteOption } from './palette-option.tsx';
import { Foot, Heading, List } from './palette-parts.ts';
import { Popup } from './search-parts.ts';

interface PaletteProps {
  /** Start of the ids of list and options. */
  id: string;
  /** The box, which keeps the focus. */
  input: RefObject<HTMLInputElement | null>;
  /** Where the box finds what a key does. */
  keys: RefObject<PaletteKeys | null>;
  typed: string;
  /** Enter was pressed before the palette was there. */
  entered: boolean;
  pages: readonly Place[];
  onClose: () => void;
}

/** What can be searched for and gone to, under the box. */
export function Palette({ id, input, keys, typed, entered, pages, onClose }: PaletteProps) {
  const { groups, active, note, pin, choose, onKey } = usePalette({ typed, pages, entered, onClose });
  useImperativeHandle(keys, () => onKey);
  const activeId = active ? `${id}-${active.key}` : null;
  useActiveDescendant(input, activeId);
  return (
    // The box keeps the focus, so that its blur does not close the palette before the click.
    <Popup onMouseDown={(event) => event.preventDefault()}>
      <PaletteNote note={note} />
      <List role="listbox" id={`${id}-list`} aria-label="Results">
        {groups.map(({ key, heading, items }) => (
          <div key={key} role="group" aria-labelledby={`${id}-${key}-heading`}>
            <Heading id={`${id}-${key}-heading`} aria-hidden>
              {heading}
            </Heading>
            {items.map((item) => (
              <PaletteOption
                key={item.key}
                id={`${id}-${item.key}`}
                item={item}
                active={item === active}
                onPoint={pin}
                onChoose={choose}
              />
            ))}
          </div>
        ))}
      </List>
      <Foot aria-hidden>
        <span>
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> move
        </span>
        <span>
          <Kbd>Enter</Kbd> open
        </span>
        <span>
          <Kbd>Esc</Kbd> close
        </span>
      </Foot>
    </Popup>
  );
}

/** Tells screen readers which option is active, and keeps that option in view. */
function useActiveDescendant(input: RefObject<HTMLInputElement | null>, activeId: string | null): void {
  useLayoutEffect(() => {
    const box = input.current;
    if (!box || activeId === null) return undefined;
    box.setAttribute('aria-activedescendant', activeId);
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    return () => box.removeAttribute('aria-activedescendant');
  }, [input, activeId]);
}
