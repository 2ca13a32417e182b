interface GridShape {
  count: number;
  itemHeight: number;
  minWidth: number;
  gap: number;
}

interface GridView {
  /** Grid width in px; 0 before it was measured. */
  width: number;
  /** Height in px of the grid above the visible part. */
  top: number;
  height: number;
}

/** The visible window of a grid: items from..to, the columns, and the offset before them. */
export interface GridWindow {
  columns: number;
  from: number;
  to: number;
  before: number;
  /** Height of the whole grid. */
  height: number;
}

/** Rows rendered beyond each edge, so that scrolling shows no gap. */
const OVERSCAN_ROWS = 2;

/** Computes the items of a grid near the visible part. */
export function gridWindow({ count, itemHeight, minWidth, gap }: GridShape, view: GridView): GridWindow {
  const columns = Math.max(1, Math.floor((view.width + gap) / (minWidth + gap)));
  const row = itemHeight + gap;
  const rows = Math.ceil(count / columns);
  const first = Math.min(Math.max(0, rows - 1), Math.max(0, Math.floor(view.top / row) - OVERSCAN_ROWS));
  const last = Math.min(rows, Math.ceil((view.top + view.height) / row) + OVERSCAN_ROWS);
  return {
    columns,
    from: first * columns,
    to: Math.min(count, last * columns),
    before: first * row,
    height: Math.max(0, rows * row - gap),
  };
}
