/** Escapes text for an element or a double-quoted attribute. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** A web, mail or telephone URL as an escaped attribute value; null for any other scheme, such as `javascript:`. */
export function safeAddress(address: string, schemes: RegExp = /^(https?:\/\/|mailto:|tel:)/i): string | null {
  const clean = address.trim();
  return schemes.test(clean) && !/[\s<>"'`\\\p{Cc}]/u.test(clean) ? escapeHtml(clean) : null;
}

/** Allowed elements with their inline styles: e-mail clients do not support style sheets. */
const ALLOWED = new Map([
  ['a', 'color:inherit;text-decoration:underline;'],
  ['b', ''],
  ['br', ''],
  ['div', ''],
  ['em', ''],
  ['h1', 'margin:0 0 12px;font-size:24px;'],
  ['h2', 'margin:0 0 12px;font-size:20px;'],
  ['h3', 'margin:0 0 12px;font-size:16px;'],
  ['hr', 'border:0;border-top:1px solid currentColor;'],
  ['i', ''],
  ['li', ''],
  ['ol', 'margin:0 0 12px;padding-left:24px;'],
  ['p', 'margin:0 0 12px;'],
  ['small', ''],
  ['span', ''],
  ['strong', ''],
  ['u', ''],
  ['ul', 'margin:0 0 12px;padding-left:24px;'],
]);
const EMPTY = new Set(['br', 'hr']);
/** Elements whose content is not displayed as text. */
const UNREAD =
  /<(script|style|iframe|object|noscript|template|textarea|title|svg|math|xmp|noembed|noframes|plaintext)\b/y;
const OPENING = /<(\/?)([a-z][a-z0-9]*)/y;
const COMMENT = '<!--';

type Looked = (characters: number) => void;

/** A token of HTML: text, a tag, or something dropped. */
type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'tag'; closes: boolean; name: string; attributes: string }
  | { kind: 'nothing' };

/**
 * Sanitises HTML so that nothing in it can run, load or break out of its container: only allowlisted elements without attributes
 * except a link's URL, all of them closed. The output is built from these alone, so unknown markup cannot pass through.
 * @param looked receives the number of characters that each step examines; their sum stays close to the input length
 */
export function safeHtml(html: string, looked: Looked = () => {}): string {
  const open: string[] = [];
  const depth = new Map<string, number>();
  const parts: string[] = [];
  for (const piece of piecesOf(html, looked)) {
    if (piece.kind === 'text') parts.push(plain(piece.text));
    if (piece.kind === 'tag') parts.push(tag(open, depth, piece));
  }
  parts.push(...open.toReversed().map((name) => `</${name}>`));
  return parts.join('');
}

/**
 * Tokenises HTML in a single pass without backtracking: an unfinished tag becomes text as far as it was read, so input made of
 * nothing but tag openings still takes linear time.
 */
function* piecesOf(html: string, looked: Looked): Generator<Piece> {
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  for (let at = 0; at < html.length;) {
    const [piece, end] = pieceAt({ html, lower, looked }, at);
    yield piece;
    at = end;
  }
}

interface Source {
  html: string;
  /** The source with ASCII letters lower-cased; offsets are unchanged. */
  lower: string;
  looked: Looked;
}

function pieceAt(source: Source, at: number): [piece: Piece, end: number] {
  const { html, lower } = source;
  if (html.charAt(at) !== '<') {
    const end = find(source, '<', at);
    return [{ kind: 'text', text: html.slice(at, end) }, end];
  }
  if (html.startsWith(COMMENT, at)) return [{ kind: 'nothing' }, find(source, '-->', at) + 3];
  const unread = matchAt(UNREAD, lower, at)?.[1];
  if (unread !== undefined) return [{ kind: 'nothing' }, endOfUnread(source, at, unread)];
  const opening = matchAt(OPENING, lower, at);
  if (opening === null) return [{ kind: 'text', text: '<' }, at + 1];
  const from = at + opening[0].length;
  const { end, isTag } = endOfTag(source, from);
  if (!isTag) return [{ kind: 'text', text: html.slice(at, end) }, end];
  const [, slash, name = ''] = opening;
  return [{ kind: 'tag', closes: slash === '/', name, attributes: html.slice(from, end - 1) }, end];
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Next index of a text, or the length of the source when there is none. */
function find({ lower, looked }: Source, text: string, from: number): number {
  const found = lower.indexOf(text, from);
  const end = found === -1 ? lower.length : found;
  looked(end - from);
  return end;
}

/** Index after the end tag of an element that starts at `at`, or the length of the source when there is none. */
function endOfUnread({ lower, looked }: Source, at: number, name: string): number {
  const ending = new RegExp(`</${name}\\s*>`, 'g');
  const end = matchAt(ending, lower, at) === null ? lower.length : ending.lastIndex;
  looked(end - at);
  return end;
}

/** End of the tag whose attributes start at `from`; not a tag if another one opens before it closes, or it never closes. */
function endOfTag(source: Source, from: number): { end: number; isTag: boolean } {
  const { html, looked } = source;
  for (let at = from; at < html.length; at += 1) {
    const character = html.charAt(at);
    looked(1);
    if (character === '>') return { end: at + 1, isTag: true };
    if (character === '<') return { end: at, isTag: false };
    if (character === '"' || character === "'") at = find(source, character, at + 1);
  }
  return { end: html.length, isTag: false };
}

function tag(
  open: string[],
  depth: Map<string, number>,
  { closes, name, attributes }: Piece & { kind: 'tag' },
): string {
  const style = ALLOWED.get(name);
  if (style === undefined) return '';
  const count = depth.get(name) ?? 0;
  if (!closes) {
    if (!EMPTY.has(name)) {
      open.push(name);
      depth.set(name, count + 1);
    }
    return `<${name}${name === 'a' ? target(attributes) : ''}${style && ` style="${style}"`}>`;
  }
  const closed: string[] = [];
  while (count > 0 && closed.at(-1) !== name) {
    const inner = open.pop() ?? name;
    depth.set(inner, (depth.get(inner) ?? 1) - 1);
    closed.push(inner);
  }
  return closed.map((inner) => `</${inner}>`).join('');
}

/** An attribute with its value, or quoted text without a name. */
const ATTRIBUTE = /"[^"]*"|'[^']*'|([^\s"'/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g;

function target(attributes: string): string {
  const found = [...attributes.matchAll(ATTRIBUTE)].find(([, name]) => name?.toLowerCase() === 'href');
  const typed = found?.[2] ?? found?.[3] ?? found?.[4];
  const address = typed === undefined ? null : safeAddress(typed.replaceAll(/&amp;/gi, '&'));
  return address === null ? '' : ` href="${address}" target="_blank" rel="noopener noreferrer"`;
}

/** Escapes text between tags but keeps entities. */
function plain(text: string): string {
  return text
    .split(/(&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)/i)
    .map((piece, index) => (index % 2 === 1 ? piece : escapeHtml(piece)))
    .join('');
}
