/** Names longer than this are cut in the list of suggestions. */
const SHOWN_CHARACTERS = 60;

/** A result's name as shown: whole up to 60 characters, else its first 60 and an ellipsis. A character is never split. */
export function cutName(name: string): string {
  if (name.length <= SHOWN_CHARACTERS) return name;
  const characters = Array.from(name);
  return characters.length <= SHOWN_CHARACTERS ? name : `${characters.slice(0, SHOWN_CHARACTERS).join('')}…`;
}

/** The form in which names are compared, so that case and Unicode variants of a letter do not matter. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
