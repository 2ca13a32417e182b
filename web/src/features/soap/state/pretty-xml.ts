/** Longer texts stay unformatted: formatting would block the page. */
const MAX_LENGTH = 1_000_000;
/** Maximum indentation. */
const MAX_DEPTH = 40;

/** Delimiters of markup other than tags. */
const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

const isText = (token: string): boolean => !token.startsWith('<') || token.startsWith('<![CDATA[');
const isClosing = (token: string): boolean => token.startsWith('</');
const isOpening = (token: string): boolean => /^<[^!?/]/.test(token) && !token.endsWith('/>');

/**
 * Formats XML with one line per tag; an element with only text stays on one line. Only white space beside tags changes. Text that
 * is not XML, is incomplete, has a DOCTYPE or is very long is returned unchanged.
 */
export function prettyXml(text: string): string {
  const tokens = text.length > MAX_LENGTH ? null : tokensOf(text.trim());
  if (tokens === null) return text;
  const lines: string[] = [];
  let depth = 0;
  const add = (line: string): void =>
    void lines.push('  '.repeat(Math.min(Math.max(depth, 0), MAX_DEPTH)) + line.trim());
  for (let at = 0; at < tokens.length;) {
    const [token = '', content = '', end = ''] = [tokens[at], tokens[at + 1], tokens[at + 2]];
    const held = !isOpening(token) ? 0 : isClosing(content) ? 1 : isText(content) && isClosing(end) ? 2 : 0;
    if (isClosing(token)) depth -= 1;
    add(tokens.slice(at, at + 1 + held).join(''));
    if (isOpening(token) && held === 0) depth += 1;
    at += 1 + held;
  }
  return lines.join('\n');
}

/** Splits into tags, other markup and text; null: not XML. */
function tokensOf(text: string): string[] | null {
  if (!text.startsWith('<')) return null;
  const tokens: string[] = [];
  for (let at = 0; at < text.length;) {
    const next = text[at] === '<' ? endOfMarkup(text, at) : text.indexOf('<', at);
    if (next === null) return null;
    const end = next === -1 ? text.length : next;
    const token = text.slice(at, end);
    if (token.trim() !== '') tokens.push(token);
    at = end;
  }
  return tokens;
}

/** End of the markup that begins at `at`; null: incomplete, or a DOCTYPE. */
function endOfMarkup(text: string, at: number): number | null {
  for (const [begin, end] of OTHERS) {
    if (!text.startsWith(begin, at)) continue;
    const found = text.indexOf(end, at + begin.length);
    return found === -1 ? null : found + end.length;
  }
  if (text[at + 1] === '!') return null;
  let quote = '';
  for (let index = at + 1; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return index + 1;
  }
  return null;
}
