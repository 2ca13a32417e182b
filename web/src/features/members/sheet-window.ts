/** Lines of equal size: from inclusive, to exclusive. */
export interface LineWindow {
  from: number;
  to: number;
}

/**
 * Which of so many lines of equal size are near the visible part of their scroller.
 * @param start how far it is scrolled, in px
 * @param length of the visible part, in px
 * @param size of a line, in px
 * @param spare lines beyond each edge, so that scrolling shows no gap, and Tab finds the next control
 */
export function lineWindow(count: number, start: number, length: number, size: number, spare: number): LineWindow {
  const visible = Math.ceil(length / size) + 1;
  // What has become shorter is shown to its end, wherever the scroller was.
  const first = Math.max(0, Math.min(Math.floor(start / size), count - visible));
  return { from: Math.max(0, first - spare), to: Math.min(count, first + visible + spare) };
}
