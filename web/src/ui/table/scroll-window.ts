import { useEffect, useState, type RefObject } from 'react';

/** Lines of equal size: `from` inclusive, `to` exclusive. */
export interface LineWindow {
  from: number;
  to: number;
}

/**
 * The lines of equal size near the visible part of their scroller.
 * @param start scroll offset, in px
 * @param length of the visible part, in px
 * @param size of a line, in px
 * @param overscan lines beyond each edge, so that scrolling shows no gap and Tab finds the next control
 */
export function lineWindow(count: number, start: number, length: number, size: number, overscan: number): LineWindow {
  const visible = Math.ceil(length / size) + 1;
  // A list that has shrunk is shown to its end, whatever the scroll offset.
  const first = Math.max(0, Math.min(Math.floor(start / size), count - visible));
  return { from: Math.max(0, first - overscan), to: Math.min(count, first + visible + overscan) };
}

interface ScrollGrid {
  rows: number;
  /** In px. */
  rowSize: number;
  /** Default: a single column, for grids whose columns are not windowed. */
  columns?: number;
  columnSize?: number;
}

interface Shown {
  rows: LineWindow;
  columns: LineWindow;
}

const OVERSCAN = { rows: 3, columns: 1 };

/** The rows and columns of a large table near the visible part of its scroller. */
export function useScrollWindow(scroller: RefObject<HTMLElement | null>, grid: ScrollGrid): Shown {
  const { rows, rowSize, columns = 1, columnSize = 1 } = grid;
  const [shown, setShown] = useState<Shown>(() =>
    shownOf({ rows, columns, rowSize, columnSize }, { top: 0, left: 0, height: 600, width: 1200 }),
  );
  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const look = () => {
      const view = { top: box.scrollTop, left: box.scrollLeft, height: box.clientHeight, width: box.clientWidth };
      const next = shownOf({ rows, columns, rowSize, columnSize }, view);
      setShown((was) => (isSame(was.rows, next.rows) && isSame(was.columns, next.columns) ? was : next));
    };
    // Reports the first size as well.
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [scroller, rows, columns, rowSize, columnSize]);
  return shown;
}

function shownOf(
  grid: Required<ScrollGrid>,
  view: { top: number; left: number; height: number; width: number },
): Shown {
  return {
    rows: lineWindow(grid.rows, view.top, view.height, grid.rowSize, OVERSCAN.rows),
    columns: lineWindow(grid.columns, view.left, view.width, grid.columnSize, OVERSCAN.columns),
  };
}

const isSame = (one: LineWindow, other: LineWindow): boolean => one.from === other.from && one.to === other.to;
