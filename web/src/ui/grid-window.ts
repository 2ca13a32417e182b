interface GridShape {
  count: number;
  itemHeight: number;
  minWidth: number;
  gap: number;
}

interface GridView {
  /** Of the grid, in px; 0 before it was measured. */
  width: number;
  /** How much of the grid is above the visible part. */
  top: number;
  height: number;
}

/** What of a grid is drawn: the items from..to, in so many columns, after so much room. */
export interface GridWindow {
  columns: number;
  from: number;
  to: number;
  before: number;
  /** Of all of it. */
  height: number;
}

/** Rows beyond each edge, so that scrolling shows no gap. */
const SPARE_ROWS = 2;

/** Which items of a grid are near the visible part. */
export function gridWindow({ count, itemHeight, minWidth, gap }: GridShape, view: GridView): GridWindow {
  const columns = Math.max(1, Math.floor((view.width + gap) / (minWidth + gap)));
  const row = itemHeight + gap;
  const rows = Math.ceil(count / columns);
  const first = Math.min(Math.max(0, rows - 1), Math.max(0, Math.floor(view.top / row) - SPARE_ROWS));
  const last = Math.min(rows, Math.ceil((view.top + view.height) / row) + SPARE_ROWS);
  return {
    columns,
    from: first * columns,
    to: Math.min(count, last * columns),
    before: first * row,
    height: Math.max(0, rows * row - gap),
  };
}
