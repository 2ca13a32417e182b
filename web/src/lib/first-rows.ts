/** Enough for a first page of ten, also where most of them are not shown. */
const ROWS = 60;

/** A text in full (escapes and all, or as far as it has come), or a bracket. */
const TOKENS = /"(?:[^"\\]|\\.?)*(?:"|$)|[{}[\]]/gs;

/**
 * The first rows of a JSON text like `{"tenants":[{…},{…},…]}` whose rest may be missing, closed so that they are JSON of the
 * same shape; null as long as the text has fewer rows.
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
 * Reads the first rows of an answer as soon as they have come; null when it ends before. The answer itself stays unread.
 * @param heard is told of each piece
 * @throws what reading throws, when the answer breaks off
 */
export async function readFirstRows(answer: Response, rows = ROWS, heard?: () => void): Promise<unknown> {
  const reader = answer.clone().body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const piece = await reader?.read();
    if (piece?.value === undefined) return null;
    heard?.();
    text += decoder.decode(piece.value, { stream: true });
    const cut = cutRows(text, rows);
    if (cut === null) continue;
    // Only this copy; its promise waits for the answer itself.
    void reader?.cancel();
    return JSON.parse(cut) as unknown;
  }
}

const LONGEST_FRAME_MS = 100;

/** Waits until the browser has painted what was changed just now; in a tab that is not shown only a moment. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_FRAME_MS);
    // What was changed reaches the page in a task of its own, before the next but one frame.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
}
