/** Text that is HTML already; only `html` makes it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** Builds HTML; whatever is put in is escaped, unless `html` made it. Attribute values belong in double quotes. */
export function html(parts: TemplateStringsArray, ...values: (string | Html)[]): Html {
  const filled = parts.map((part, at) => {
    const value = values[at] ?? '';
    return part + (value instanceof Html ? value.text : escape(value));
  });
  return new Html(filled.join(''));
}
