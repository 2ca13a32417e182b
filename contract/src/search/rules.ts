/** Longer names are truncated in the suggestions. */
const SHOWN_CHARACTERS = 60;

/** Truncates a name to 60 characters and an ellipsis, without splitting a character. */
export function cutName(name: string): string {
  if (name.length <= SHOWN_CHARACTERS) return name;
  const characters = Array.from(name);
  return characters.length <= SHOWN_CHARACTERS ? name : `${characters.slice(0, SHOWN_CHARACTERS).join('')}…`;
}

/** Normalises a name for comparisons that ignore case and Unicode variants. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
