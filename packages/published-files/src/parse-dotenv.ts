import { closingQuote, Findings, type ParsedFile } from './findings.ts';
import type { Setting } from './settings.ts';
import { DOTENV_HEADER } from './render.ts';

const START = /[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_.]*)[ \t]*=[ \t]*/y;
const REST = /[ \t]*(#[^\n]*)?(?:\r?\n|\r?$)/y;
const BLANK = /[ \t\r]*(?:\n|$)/y;
const ESCAPED: Readonly<Record<string, string>> = {
  '\\': '\\',
  '"': '"',
  $: '$',
  n: '\n',
  r: '\r',
  t: '\t',
  f: '\f',
  v: '\v',
};

/** Parses a dotenv file like the services' reader (phpdotenv). */
export function parseDotenv(text: string): ParsedFile {
  const findings = new Findings(text);
  let at = text.startsWith(DOTENV_HEADER) ? DOTENV_HEADER.length : Number(text.startsWith('\uFEFF'));
  while (at < text.length) {
    const blank = match(BLANK, text, at);
    const read = blank ? null : settingAt(text, at);
    const end = blank ? at + blank[0].length : (read?.end ?? lineEnd(text, at));
    if (read) findings.setting(read.setting, at, end);
    if ((!read || read.remark) && !blank) findings.otherText(at, end);
    at = end;
  }
  return findings.file();
}

interface ReadSetting {
  setting: Setting;
  /** Start of the next line. */
  end: number;
  /** True if a comment follows it. */
  remark: boolean;
}

function settingAt(text: string, at: number): ReadSetting | null {
  const start = match(START, text, at);
  const key = start?.[1];
  if (!start || key === undefined) return null;
  const value = valueAt(text, at + start[0].length);
  const rest = value && match(REST, text, value.end);
  if (!value || !rest) return null;
  const setting: Setting = { key, form: 'text', data: value.data };
  return { setting, end: value.end + rest[0].length, remark: rest[1] !== undefined };
}

interface ReadValue {
  data: Setting['data'];
  /** Position after the value. */
  end: number;
}

function valueAt(text: string, at: number): ReadValue | null {
  if (text[at] === '"') {
    const close = closingQuote(text, at);
    const inner = close === -1 ? null : text.slice(at + 1, close);
    const data = inner === null ? null : unescaped(inner);
    return data === null ? null : { data, end: close + 1 };
  }
  if (text[at] === "'") {
    // Single quotes have no escapes.
    const close = text.indexOf("'", at + 1);
    return close === -1 ? null : { data: text.slice(at + 1, close), end: close + 1 };
  }
  const plain = match(/[^\s#"'\\]*/y, text, at)?.[0] ?? '';
  return { data: plain.includes('${') ? { code: plain } : plain, end: at + plain.length };
}

/** Unescapes a double-quoted string; null when phpdotenv would reject it. */
function unescaped(inner: string): Setting['data'] | null {
  let [known, plain] = [true, true];
  const value = inner.replaceAll(/\\([\s\S])|\$(?=\{)/g, (all, letter: string | undefined) => {
    if (letter === undefined) plain = false;
    else known &&= Object.hasOwn(ESCAPED, letter);
    return ESCAPED[letter ?? ''] ?? all;
  });
  if (!known) return null;
  return plain ? value : { code: inner };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}
