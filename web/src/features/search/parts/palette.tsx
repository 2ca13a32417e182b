import { mdiAlertCircleOutline } from '@mdi/js';
import { useImperativeHandle, useLayoutEffect, type RefObject } from 'react';
import { Icon } from '../../../ui/display/icon.tsx';
import { Kbd } from '../../../ui/display/mono.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { Hidden, styled } from '../../../ui/theme/styled.ts';
import { color, meaningColor, narrow, radius, touch } from '../../../ui/theme/tokens.ts';
import type { ActingAction } from '../action-words.ts';
import type { PaletteItem } from '../palette-groups.ts';
import type { Place } from '../tenant-places.ts';
import { usePalette, type PaletteNote as NoteState } from '../use-palette.ts';
import type { PaletteKeys } from '../use-search-box.ts';
import { Popup, Note } from './search-parts.ts';

const List = styled('div')({
  flex: '0 1 auto',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollPaddingBlock: 6,
  '&:not(:empty)': { padding: '0 6px 6px' },
});

const Heading = styled('div')({
  padding: '10px 8px 4px',
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 500,
  color: color.text3,
  overflowWrap: 'anywhere',
});

const Option = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 32,
  padding: '6px 8px',
  borderRadius: radius.control,
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 500,
  color: color.text,
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  scrollMarginTop: 32,
  '& svg': { color: color.text3 },
  '&[aria-selected="true"]': { background: color.accentTint },
  '&[aria-selected="true"] svg': { color: color.accent },
  '& small': {
    flexShrink: 0,
    maxWidth: '55%',
    marginLeft: 'auto',
    textAlign: 'right',
    fontSize: 12,
    lineHeight: '16px',
    fontWeight: 400,
    color: color.text3,
  },
  '& mark': { background: 'none', color: color.accent, fontWeight: 650 },
  [narrow]: { minHeight: 44 },
  [touch]: { minHeight: 44 },
});

const Foot = styled('div')({
  display: 'flex',
  gap: 16,
  padding: '8px 14px',
  borderTop: `1px solid ${color.line}`,
  fontSize: 12,
  lineHeight: '16px',
  color: color.text3,
  '& span': { display: 'flex', alignItems: 'center', gap: 6 },
  [narrow]: { display: 'none' },
  [touch]: { display: 'none' },
});

const Hint = styled('span')({ marginLeft: 'auto' });
const Failed = styled(Note)({ display: 'flex', gap: 8, '& svg': { marginTop: 2 } });
/** Skeletons need a lighter colour on the raised surface of the list. */
const Rows = styled('div')({
  display: 'grid',
  gap: 20,
  padding: '14px 14px 10px',
  '& > span': { background: color.tooltip },
});
const WIDTHS = [220, 160, 250, 190, 140];

/** Above the list: searching, nothing found, or the error. */
function PaletteNote({ note }: { note: NoteState | null }) {
  return (
    // Always present, so that screen readers announce changes.
    <div role="status">
      {note?.tone === 'failed' ? (
        <Failed>
          <Icon path={mdiAlertCircleOutline} color={meaningColor.bad.main} />
          {note.text}
        </Failed>
      ) : null}
      {note?.tone === 'nothing' ? <Note>{note.text}</Note> : null}
      {note?.tone === 'searching' ? (
        <Rows>
          <Hidden>{note.text}</Hidden>
          {WIDTHS.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </Rows>
      ) : null}
    </div>
  );
}

interface PaletteOptionProps {
  id: string;
  item: PaletteItem;
  active: boolean;
  onPoint: (item: PaletteItem) => void;
  onChoose: (item: PaletteItem) => void;
}

function PaletteOption({ id, item, active, onPoint, onChoose }: PaletteOptionProps) {
  return (
    <Option
      id={id}
      role="option"
      aria-selected={active}
      title={item.title}
      // When the list moves under a resting pointer, mousemove fires without movement.
      onMouseMove={({ movementX, movementY }) => {
        if (!active && (movementX !== 0 || movementY !== 0)) onPoint(item);
      }}
      onClick={() => onChoose(item)}
    >
      <Icon path={item.icon} />
      <span>{item.pieces.map(({ text, matched }, place) => (matched ? <mark key={place}>{text}</mark> : text))}</span>
      {item.detail ? <small>{item.detail}</small> : null}
    </Option>
  );
}

/** Props that the search box passes to the palette. */
export interface OpenPalette {
  /** Prefix of the ids of list and options. */
  id: string;
  /** The input, which keeps the focus. */
  input: RefObject<HTMLInputElement | null>;
  /** Receives the key handler. */
  keys: RefObject<PaletteKeys | null>;
  typed: string;
  /** Enter was pressed before the palette was loaded. */
  entered: boolean;
  onClose: () => void;
  onAct: (action: ActingAction) => void;
}

/** Ids must not contain spaces, which keys of items do. */
const optionId = (id: string, { key }: PaletteItem) => `${id}-${key.replaceAll(/\s/g, '_')}`;

/** Search results and pages, below the input. */
export function Palette({
  pages,
  id,
  input,
  keys,
  typed,
  entered,
  onClose,
  onAct,
}: OpenPalette & { pages: readonly Place[] }) {
  const { groups, active, note, pin, choose, onKey } = usePalette({ typed, pages, entered, onClose, onAct });
  useImperativeHandle(keys, () => onKey);
  const activeId = active ? optionId(id, active) : null;
  useActiveDescendant(input, activeId);
  return (
    // Keeps the focus in the input: its blur would close the palette before the click.
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
                id={optionId(id, item)}
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
        {typed === '' ? <Hint>or “maintenance on 2 h brimham”</Hint> : null}
      </Foot>
    </Popup>
  );
}

/** Sets `aria-activedescendant` and scrolls the active option into view. */
function useActiveDescendant(input: RefObject<HTMLInputElement | null>, activeId: string | null): void {
  useLayoutEffect(() => {
    const box = input.current;
    if (!box || activeId === null) return undefined;
    box.setAttribute('aria-activedescendant', activeId);
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    return () => box.removeAttribute('aria-activedescendant');
  }, [input, activeId]);
}
