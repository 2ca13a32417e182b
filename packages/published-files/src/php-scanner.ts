import { closingQuote } from './findings.ts';

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\', '"': '"', $: '$', n: '\n', r: '\r', t: '\t' };
const PLAIN_CODE = /[^'"`#/<?(){}[\];]+/y;
/** `?>` ends PHP even in a comment. */
const COMMENT_END = /\n|\r|\?>/g;
const REOPENED = /<\?(?:php(?=[ \t\r\n]|$)|=)/gi;
/** The length of its label is limited, because a regular expression of it is compiled. */
const HEREDOC = /<<<[ \t]*(["']?)([A-Za-z_][A-Za-z0-9_]{0,999})\1\r?\n/y;

/** Scans PHP statement by statement in a single pass; it only recognises the ends of statements. */
export class PhpScanner {
  readonly text: string;
  at: number;
  /** The text ended behind a `?>`. */
  isOutside = false;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** Skips white space; false at the end of the text. */
  skipSpace(): boolean {
    this.take(/\s+/y);
    return this.at < this.text.length;
  }

  /** Matches a sticky pattern and advances past it. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  /** Advances past a quoted string and returns its value, or null without advancing if there is none or it has variables. */
  string(): string | null {
    const quote = this.text[this.at];
    if (quote !== "'" && quote !== '"') return null;
    const close = closingQuote(this.text, this.at);
    if (close === -1) return null;
    const inner = this.text.slice(this.at + 1, close);
    const value = quote === "'" ? inner.replaceAll(/\\([\\'])/g, '$1') : interpolated(inner);
    if (value !== null) this.at = close + 1;
    return value;
  }

  /** Advances past one comment or statement. */
  skipCommentOrStatement(): void {
    if (!this.#skipComment()) this.skipStatement();
  }

  /**
   * Advances past the `;` or `}` that ends a statement, whatever is nested in it, up to the `?>` that ends it, or to the end of the
   * file. From a `?>` on it advances to where PHP starts again.
   * @returns true when `?>` ended the statement
   */
  skipStatement(): boolean {
    const { text, at: start } = this;
    for (let depth = 0; this.at < text.length;) {
      if (this.take(PLAIN_CODE) || this.#skipComment() || this.#skipQuoted()) continue;
      if (depth === 0 && this.at > start && text.startsWith('?>', this.at)) return true;
      if (this.#skipOutside()) {
        if (depth === 0) return false;
        continue;
      }
      const character = text[this.at];
      this.at += 1;
      if (character === '(' || character === '[' || character === '{') depth += 1;
      if (character === ')' || character === ']' || character === '}') depth = Math.max(0, depth - 1);
      if (depth === 0 && (character === ';' || character === '}')) return false;
    }
    return false;
  }

  #skipComment(): boolean {
    const { text, at } = this;
    if (text.startsWith('/*', at)) this.#goBehind('*/', at + 2);
    else if (text.startsWith('//', at) || (text[at] === '#' && text[at + 1] !== '[')) {
      COMMENT_END.lastIndex = at;
      this.at = COMMENT_END.exec(text)?.index ?? text.length;
    } else return false;
    return true;
  }

  #skipQuoted(): boolean {
    const { text, at } = this;
    if (text[at] === "'" || text[at] === '"' || text[at] === '`') {
      const close = closingQuote(text, at);
      this.at = close === -1 ? text.length : close + 1;
      return true;
    }
    const label = this.take(HEREDOC)?.[2];
    if (label === undefined) return false;
    const end = new RegExp(`^[ \\t]*${label}(?![A-Za-z0-9_])`, 'gm');
    end.lastIndex = this.at;
    this.at = end.exec(text) ? end.lastIndex : text.length;
    return true;
  }

  /** Skips from `?>` to the next `<?php` or `<?=`. */
  #skipOutside(): boolean {
    if (!this.take(/\?>/y)) return false;
    REOPENED.lastIndex = this.at;
    this.isOutside = !REOPENED.test(this.text);
    this.at = this.isOutside ? this.text.length : REOPENED.lastIndex;
    return true;
  }

  #goBehind(end: string, from: number): void {
    const found = this.text.indexOf(end, from);
    this.at = found === -1 ? this.text.length : found + end.length;
  }
}

/** Whether code ends behind a `?>`, so that PHP would print what follows it. */
export function endsOutside(code: string): boolean {
  const scan = new PhpScanner(code, 0);
  while (scan.skipSpace()) scan.skipCommentOrStatement();
  return scan.isOutside;
}

/** Value of a double-quoted string; null when it contains variables or character codes. */
function interpolated(inner: string): string | null {
  let plain = true;
  const value = inner.replaceAll(/\\([\s\S])|\$(?=[A-Za-z_{])|\{(?=\$)/g, (all, letter: string | undefined) => {
    plain &&= letter !== undefined && !/[0-7xuvef]/.test(letter);
    return ESCAPED[letter ?? ''] ?? all;
  });
  return plain ? value : null;
}
