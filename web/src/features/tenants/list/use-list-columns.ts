import { useEffect, useMemo, useState } from 'react';
import { storedChoice } from '../../../lib/stored-choice.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import {
  canHide,
  foldedColumns,
  readColumns,
  spreadColumns,
  WIDTH,
  writeColumns,
  type ChosenColumn,
} from './list-columns.ts';
import type { ListedTenant } from './list-rows.ts';

const kept = storedChoice('tenantColumnChoice');

/** Width used beside the table: the drawer and the edges of page and table. */
const BESIDE = 160 + 2 * 24 + 2;
/** Up to this width the table scrolls sideways, with sticky first columns. */
const NARROW = 700;

function roomNow(): number {
  const { clientWidth } = document.documentElement;
  return clientWidth <= NARROW ? Infinity : Math.floor((clientWidth - BESIDE) / 10) * 10;
}

/**
 * Width for the table, in steps, so that resizing the window does not re-render it for each px. Observed rather than measured: measuring
 * on each keystroke of a search would force a layout.
 */
function useRoom(): number {
  const [room, setRoom] = useState(roomNow);
  useEffect(() => {
    const sizes = new ResizeObserver(() => setRoom(roomNow()));
    sizes.observe(document.documentElement);
    return () => sizes.disconnect();
  }, []);
  return room;
}

/** Adds, removes, moves or resizes a column of a choice; those that always show keep their places. */
export type ColumnChange =
  | { toggle: string }
  | { move: string; by: 1 | -1 }
  | { resize: string; width: number | undefined };

/** The choice after a change. @param all ids of all columns in their usual order, for the place of an added one */
export function changedChoice(
  shown: readonly ChosenColumn[],
  all: readonly string[],
  change: ColumnChange,
): ChosenColumn[] {
  if ('resize' in change) {
    const { resize: id, width } = change;
    return shown.map((column) =>
      column.id === id ? { id, ...(width === undefined ? null : { width: clamp(width) }) } : column,
    );
  }
  if ('toggle' in change) {
    const { toggle: id } = change;
    if (shown.some((column) => column.id === id)) return shown.filter((column) => column.id !== id);
    const before = all.slice(0, all.indexOf(id));
    const place = shown.findLastIndex((column) => before.includes(column.id)) + 1;
    return shown.toSpliced(place, 0, { id });
  }
  const at = shown.findIndex((column) => column.id === change.move);
  const to = at + change.by;
  const [moved, other] = [shown[at], shown[to]];
  if (!moved || !other || !canHide(other.id)) return [...shown];
  return shown.toSpliced(at, 1).toSpliced(to, 0, moved);
}

const clamp = (width: number) => Math.min(WIDTH.max, Math.max(WIDTH.min, Math.round(width)));

/** Visible columns: from the address, chosen by the user, or as many as fit. @param inAddress the choice in the address */
export function useListColumns(
  all: readonly Column<ListedTenant>[],
  inAddress: string | undefined,
  onChoose: (text: string | undefined) => void,
) {
  const [stored, setStored] = useState(() => kept.read()?.[0]);
  const [dragged, setDragged] = useState<{ id: string; width: number } | null>(null);
  const room = useRoom();
  const text = inAddress ?? stored;
  const chosen = useMemo(() => shownColumns(all, text, room), [all, text, room]);
  const columns = useMemo(() => {
    const widths = new Set(chosen.filter(({ id, width }) => width !== widthIn(all, id)).map(({ id }) => id));
    const drawn = dragged
      ? chosen.map((column) => (column.id === dragged.id ? { ...column, width: dragged.width } : column))
      : chosen;
    if (dragged) widths.add(dragged.id);
    return Number.isFinite(room) ? spreadColumns(drawn, room, widths) : drawn;
  }, [all, chosen, dragged, room]);
  const choose = (next: string | undefined) => {
    kept.write(next === undefined ? null : [next]);
    setStored(next);
    onChoose(next);
  };
  /** The current choice: widths only where they differ from the defaults. */
  const shown = chosen.map(({ id, width }): ChosenColumn =>
    width === undefined || width === widthIn(all, id) ? { id } : { id, width },
  );
  const ids = all.map(({ id }) => id);
  const change = (wanted: ColumnChange) => choose(writeColumns(changedChoice(shown, ids, wanted)));
  return {
    columns,
    shown,
    /** The choice in the format of the address; undefined until the user chooses. */
    text,
    change,
    /** Draws a column with a width, and stores it once the pointer is released. */
    resize: (id: string, width: number, released: boolean) => {
      setDragged(released ? null : { id, width: clamp(width) });
      if (released) change({ resize: id, width });
    },
    reset: () => choose(undefined),
  };
}

const widthIn = (all: readonly Column<ListedTenant>[], id: string) => all.find((column) => column.id === id)?.width;

function shownColumns(all: readonly Column<ListedTenant>[], text: string | undefined, room: number) {
  if (text !== undefined) return readColumns(text, all);
  const hidden = foldedColumns(all, room);
  return all.filter(({ id }) => !hidden.includes(id));
}

export type ListColumns = ReturnType<typeof useListColumns>;
