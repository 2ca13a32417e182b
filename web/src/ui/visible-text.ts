/** Characters that are not seen and change how the text around them is: of direction, of no width, and those that hide. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** A text as it is: what nobody sees is spelt out, so that no value reads otherwise than it works (CVE-2021-42574). */
export function visibleText(text: string): string {
  return text.replaceAll(
    UNSEEN,
    (character) => `\\u{${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}}`,
  );
}
