import { sorted, type PlainSetting } from './settings.ts';

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
