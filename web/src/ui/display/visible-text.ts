/** Invisible characters that change the text around them: direction marks, zero-width and hidden ones. */
export const INVISIBLE_CHARACTERS = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Spells out invisible characters, so that no value looks different from what it contains (CVE-2021-42574). */
export function visibleText(text: string): string {
  return text.replaceAll(
    INVISIBLE_CHARACTERS,
    (character) => `\\u{${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}}`,
  );
}

const AROUND = { before: 40, after: 80 };

/** The text around its first invisible character, spelt out, as a hint beside a field that shows the raw text; null without one. */
export function spellOutInvisible(text: string): string | null {
  const at = text.search(INVISIBLE_CHARACTERS);
  if (at === -1) return null;
  const from = Math.max(0, at - AROUND.before);
  const to = at + AROUND.after;
  return `${from > 0 ? '…' : ''}${visibleText(text.slice(from, to))}${to < text.length ? '…' : ''}`;
}

/** Mask of a secret: of fixed length, to reveal nothing about the value. */
export const SECRET_MASK = '••••••••••••';
