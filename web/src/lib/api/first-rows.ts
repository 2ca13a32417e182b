/** Enough for a first page of ten even when most of them are filtered out. */
const ROWS = 60;

/** A string (possibly unfinished, escapes included) or a bracket. */
const TOKENS = /"(?:[^"\\]|\\.?)*(?:"|$)|[{}[\]]/gs;

/**
 * Cuts a possibly incomplete JSON text such as `{"tenants":[{…},{…},…]}` after its first rows and closes it, so that it is valid JSON of the
 * same shape; null while the text has fewer rows.
 */
export function cutRows(text: string, rows: number): string | null {
  let depth = 0;
  let seen = 0;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      depth += 1;
      if (depth <= 2 && token !== (depth === 1 ? '{' : '[')) return null;
    } else if (token === '}' || token === ']') {
      depth -= 1;
      if (depth < 2) return null;
      if (depth === 2) seen += 1;
      if (seen === rows) return `${text.slice(0, index + 1)}]}`;
    }
  }
  return null;
}

/**
 * Reads the first rows of a response as soon as they arrive; null when it ends before. The response itself stays unread.
 * @param onData called for each chunk
 * @throws when the connection breaks off
 */
export async function readFirstRows(answer: Response, rows = ROWS, onData?: () => void): Promise<unknown> {
  const reader = answer.clone().body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const piece = await reader?.read();
    if (piece?.value === undefined) return null;
    onData?.();
    text += decoder.decode(piece.value, { stream: true });
    const cut = cutRows(text, rows);
    if (cut === null) continue;
    // Cancels this copy only; its promise waits for the response itself.
    void reader?.cancel();
    return JSON.parse(cut) as unknown;
  }
}

const MAX_FRAME_MS = 100;

/** Waits until the browser has painted the latest changes; in a hidden tab, only a moment. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, MAX_FRAME_MS);
    // Rendering runs in its own task, before the frame after next.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
}
