import { dataValue, exportedItems, type KeyTypes, type RenderItem } from './render-value.ts';

export const DOTENV_HEADER = '# Published by Mission Control. A change made here is overwritten by the next commit.\n';
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '"': String.raw`\"`,
  $: String.raw`\$`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
};

/**
 * A dotenv file, one line per item, sorted by key. Text stands in double quotes with \\, \", \$, \n and \r escaped, as the
 * services' reader (phpdotenv) takes it, so that no value starts a line or a variable of its own.
 */
export function renderDotenv(items: Iterable<RenderItem>, keys: KeyTypes): string {
  const lines = exportedItems(items).map((item) => {
    const value = dataValue(item, keys);
    return `${item.key}=${typeof value === 'string' ? quoted(value) : String(value)}\n`;
  });
  return DOTENV_HEADER + lines.join('');
}

function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"$\n\r]/g, (character) => ESCAPES[character] ?? character)}"`;
}
