/** A text for HTML, in an element or in an attribute with double quotes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** An address of the web or of mail as an attribute value; null for anything else, scripts above all. */
export function safeAddress(address: string, schemes: RegExp = /^(https?:\/\/|mailto:|tel:)/i): string | null {
  const clean = address.trim();
  return schemes.test(clean) && !/[\s<>"'`\\\p{Cc}]/u.test(clean) ? escapeHtml(clean) : null;
}

/** Elements that may stay, with the style they get: e-mail clients know no style sheets. */
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
/** Elements whose content is no text for people. */
const UNREAD = '(script|style|iframe|object|noscript|template|textarea|title|svg|math|xmp|noembed|noframes|plaintext)';
const SCRIPTS = new RegExp(`<${UNREAD}\\b[^]*?(?:</\\1\\s*>|$)`, 'gi');
const TAG = /<!--[^]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;

/**
 * HTML with nothing in it that could run, load or break out of its place: a few elements without attributes of their own but
 * the address of a link; all of them closed. The output is built from nothing else, so what is not known cannot get through.
 */
export function safeHtml(html: string): string {
  const open: string[] = [];
  const parts: string[] = [];
  const source = html.replaceAll(SCRIPTS, '');
  let at = 0;
  for (const match of source.matchAll(TAG)) {
    parts.push(plain(source.slice(at, match.index)));
    at = match.index + match[0].length;
    parts.push(tag(open, match[1] === '/', match[2]?.toLowerCase() ?? '', match[3] ?? ''));
  }
  parts.push(plain(source.slice(at)), ...open.toReversed().map((name) => `</${name}>`));
  return parts.join('');
}

function tag(open: string[], closes: boolean, name: string, attributes: string): string {
  const style = ALLOWED.get(name);
  if (style === undefined) return '';
  if (!closes) {
    if (!EMPTY.has(name)) open.push(name);
    return `<${name}${name === 'a' ? target(attributes) : ''}${style && ` style="${style}"`}>`;
  }
  const from = open.lastIndexOf(name);
  if (from === -1) return '';
  const closed = open.splice(from).toReversed();
  return closed.map((inner) => `</${inner}>`).join('');
}

function target(attributes: string): string {
  const found = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  const typed = found?.[1] ?? found?.[2] ?? found?.[3];
  const address = typed === undefined ? null : safeAddress(typed.replaceAll(/&amp;/gi, '&'));
  return address === null ? '' : ` href="${address}" target="_blank" rel="noopener noreferrer"`;
}

/** Text between tags: entities stay what they are, everything else that has a meaning loses it. */
function plain(text: string): string {
  return text
    .split(/(&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)/i)
    .map((piece, index) => (index % 2 === 1 ? piece : escapeHtml(piece)))
    .join('');
}
