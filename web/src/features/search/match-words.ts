/** A part of a text: from, up to but without to. */
export type Part = readonly [from: number, to: number];

/**
 * Where the typed text meets words by their beginnings, in their order: `cs` and `cr st` meet "Cron Statistics". Null when a
 * part of it meets none.
 */
export function matchWords(label: string, typed: string): Part[] | null {
  const words = [...label.matchAll(/\S+/g)].map((word) => ({ at: word.index, text: word[0].toLowerCase() }));
  return meet(typed.trim().toLowerCase(), words);
}

function meet(typed: string, words: readonly { at: number; text: string }[]): Part[] | null {
  if (typed === '') return [];
  for (const [index, { at, text }] of words.entries()) {
    // The longest beginning first; a shorter one leaves more for the words that follow.
    for (let length = sameStart(typed, text); length > 0; length -= 1) {
      const rest = meet(typed.slice(length).trimStart(), words.slice(index + 1));
      if (rest) return [[at, at + length], ...rest];
    }
  }
  return null;
}

function sameStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
