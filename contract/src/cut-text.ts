/** The first `max` characters of a longer text and a mark; splits no character. */
export function cutText(text: string, max: number, mark = '…'): string {
  if (text.length <= max) return text;
  const characters = Array.from(text);
  return characters.length <= max ? text : characters.slice(0, max).join('') + mark;
}
