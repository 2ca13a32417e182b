/** Rows beyond each edge, so that scrolling shows no gap. */
const SPARE = 4;

/** Which rows of equal height are near the visible part of their scroller: from inclusive, to exclusive. Sizes in px. */
export function rowWindow(count: number, top: number, height: number, row: number): { from: number; to: number } {
  const visible = Math.ceil(height / row);
  // A list that has become shorter is shown to its end, wherever the scroller was.
  const first = Math.max(0, Math.min(Math.floor(top / row), count - visible));
  return { from: Math.max(0, first - SPARE), to: Math.min(count, first + visible + SPARE) };
}
