import { endsOutside } from './php-scanner.ts';
import { sorted, type PlainSetting } from './settings.ts';

export const PHP_HEADER =
  '<?php\n// Published by Mission Control. A change made here is overwritten by the next commit.\n';
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Renders a PHP file: one define() or assignment per setting, sorted by key; then the code blocks verbatim, each between two comment
 * lines. A variable whose key has a dot is written as `${'a.b'}`.
 */
export function renderPhp(settings: Iterable<PlainSetting>): string {
  const all = sorted(settings);
  const data = all.filter(({ form }) => form !== 'block').map(statement);
  const blocks = all.filter(({ form }) => form === 'block').map(codeBlock);
  return [PHP_HEADER, ...data, ...blocks].join('');
}

function statement({ key, form, data }: PlainSetting): string {
  if (form === 'constant') return `define(${phpString(key)}, ${phpValue(data)});\n`;
  const name = PLAIN_NAME.test(key) ? key : `{${phpString(key)}}`;
  return `$${name} = ${phpValue(data)};\n`;
}

const codeBlock = ({ key, data }: PlainSetting): string =>
  `// Code block ${key}\n${data}${blockEnd(key, String(data))}`;

/** The end line of a code block. It reopens PHP when the block leaves it: PHP would print all that follows. */
export const blockEnd = (key: string, data: string): string =>
  `\n${endsOutside(data) ? '<?php ' : ''}// End of code block ${key}\n`;

function phpValue(value: string | number | boolean): string {
  return typeof value === 'string' ? phpString(value) : String(value);
}

/** In single quotes PHP has only two escapes; everything else is literal. */
function phpString(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}

/** Renders a flat JSON object with sorted keys; a dot is part of the key. */
export function renderJson(settings: Iterable<PlainSetting>): string {
  const members = sorted(settings).map(({ key, data }) => [key, data] as const);
  return `${JSON.stringify(Object.fromEntries(members), null, 2)}\n`;
}

export const DOTENV_HEADER = '# Published by Mission Control. A change made here is overwritten by the next commit.\n';
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '"': String.raw`\"`,
  $: String.raw`\$`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
};

/**
 * Renders a dotenv file, one line per setting, sorted by key. Text is double-quoted with \\, \", \$, \n and \r escaped as
 * phpdotenv expects, so that no value can start a line or a variable.
 */
export function renderDotenv(settings: Iterable<PlainSetting>): string {
  const lines = sorted(settings).map(
    ({ key, data }) => `${key}=${typeof data === 'string' ? quoted(data) : String(data)}\n`,
  );
  return DOTENV_HEADER + lines.join('');
}

function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"$\n\r]/g, (character) => ESCAPES[character] ?? character)}"`;
}
