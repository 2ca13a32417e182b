import { useEffect, useState, type RefObject } from 'react';
import { lineWindow, type LineWindow } from './sheet-window.ts';

interface ScrollGrid {
  rows: number;
  columns: number;
  /** In px. */
  rowSize: number;
  columnSize: number;
}

const SPARE = { rows: 3, columns: 1 };

interface Shown {
  rows: LineWindow;
  columns: LineWindow;
}

/** The part of a big table that is drawn: what is near the visible part of its scroller. */
export function useScrollWindow(scroller: RefObject<HTMLElement | null>, grid: ScrollGrid): Shown {
  const { rows, columns, rowSize, columnSize } = grid;
  const [shown, setShown] = useState<Shown>(() => shownOf(grid, { top: 0, left: 0, height: 600, width: 1200 }));
  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const look = () => {
      const view = { top: box.scrollTop, left: box.scrollLeft, height: box.clientHeight, width: box.clientWidth };
      const next = shownOf({ rows, columns, rowSize, columnSize }, view);
      setShown((was) => (same(was.rows, next.rows) && same(was.columns, next.columns) ? was : next));
    };
    // Looks at once as well, when the sizes are known anyway.
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

function shownOf(grid: ScrollGrid, view: { top: number; left: number; height: number; width: number }): Shown {
  return {
    rows: lineWindow(grid.rows, view.top, view.height, grid.rowSize, SPARE.rows),
    columns: lineWindow(grid.columns, view.left, view.width, grid.columnSize, SPARE.columns),
  };
}

const same = (one: LineWindow, other: LineWindow): boolean => one.from === other.from && one.to === other.to;
