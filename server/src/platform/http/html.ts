import { hash } from 'node:crypto';

/** Trusted HTML; created only in this file. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** Builds HTML and escapes all values not made by `html`. Attribute values belong in double quotes. */
export function html(parts: TemplateStringsArray, ...values: (string | Html)[]): Html {
  const filled = parts.map((part, at) => {
    const value = values[at] ?? '';
    return part + (value instanceof Html ? value.text : escape(value));
  });
  return new Html(filled.join(''));
}

export const joinHtml = (parts: readonly Html[]): Html => new Html(parts.map(({ text }) => text).join('\n'));

/** A style sheet in the page, and the source that a content security policy allows it by. @param css written by the console itself */
export function inlineStyle(css: string): { tag: Html; source: string } {
  const digest = hash('sha256', css, 'base64');
  return { tag: new Html(`<style>${css}</style>`), source: `'sha256-${digest}'` };
}
