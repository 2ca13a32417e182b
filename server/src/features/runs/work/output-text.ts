const MASK = '********';
/** Masking shorter values would hide half of every text. */
const MIN_SECRET_LENGTH = 4;

/** Converts the bytes of a stream to readable text, independent of chunk boundaries. */
export interface OutputText {
  /** Adds bytes or text; returns the complete part. A possible start of a secret or sequence is held back. */
  push(part: Uint8Array | string): string;
  /** Returns the rest at the end of the stream. */
  end(): string;
}

/**
 * Decodes UTF-8 (invalid bytes become the replacement character), removes terminal sequences and characters PostgreSQL cannot store,
 * normalizes line ends, and masks secrets.
 */
export function createOutputText(secrets: readonly string[]): OutputText {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const withoutControls = createControlFilter();
  const hidden = secretLines(secrets);
  let plain = '';

  function take(text: string, last: boolean): string {
    plain += withoutControls(text);
    for (const secret of hidden) plain = plain.replaceAll(secret, MASK);
    const kept = last ? 0 : heldAsSecret(plain, hidden);
    const ready = plain.slice(0, plain.length - kept);
    plain = plain.slice(plain.length - kept);
    return ready;
  }

  return {
    push: (part) =>
      take(typeof part === 'string' ? part.toWellFormed() : decoder.decode(part, { stream: true }), false),
    end: () => take(decoder.decode(), true),
  };
}

/** Masks the secrets in a complete text. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const output = createOutputText(secrets);
  return output.push(text) + output.end();
}

/** Longest first, so that a secret inside another one leaves no remainder. */
function secretLines(secrets: readonly string[]): string[] {
  const lines = secrets
    .flatMap((secret) => secret.split(/\r?\n/))
    .filter((line) => line.length >= MIN_SECRET_LENGTH)
    // Also in the forms a program may print: URL-encoded, or quoted in JSON.
    .flatMap((line) => [line, encodeURIComponent(line.toWellFormed()), JSON.stringify(line).slice(1, -1)]);
  return [...new Set(lines)].toSorted((a, b) => b.length - a.length);
}

/** Number of trailing characters that may start a secret. */
function heldAsSecret(text: string, secrets: readonly string[]): number {
  let longest = 0;
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length > longest; length -= 1) {
      if (secret.startsWith(text.slice(-length))) longest = length;
    }
  }
  return longest;
}

/** Parser state: in plain text, after a CR, or within a terminal sequence. */
type State = 'text' | 'return' | 'escape' | 'parameters' | 'string' | 'string end';

// oxlint-disable-next-line no-control-regex
const SPECIAL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Removes terminal sequences (colours, titles, other control characters) and normalizes CRLF and CR to LF. Stateful across chunks. */
function createControlFilter(): (text: string) => string {
  let state: State = 'text';
  return (text) => {
    const kept: string[] = [];
    let at = 0;
    while (at < text.length) {
      if (state === 'text') {
        SPECIAL.lastIndex = at;
        const special = SPECIAL.exec(text);
        const end = special?.index ?? text.length;
        kept.push(text.slice(at, end));
        at = end + 1;
        const found = special?.[0];
        if (found === '\r') {
          kept.push('\n');
          state = 'return';
        } else if (found === '\u001B') state = 'escape';
        continue;
      }
      const next = after(state, text[at] ?? '');
      state = next.state;
      if (next.taken) at += 1;
    }
    return kept.join('');
  };
}

/** The next state after a character of a sequence; one that is not consumed is processed again. */
function after(state: Exclude<State, 'text'>, character: string): { state: State; taken: boolean } {
  if (state === 'return') return { state: 'text', taken: character === '\n' };
  if (state === 'escape') return afterEscape(character);
  if (state === 'string end') {
    return character === '\\' ? { state: 'text', taken: true } : { state: 'escape', taken: false };
  }
  if (state === 'parameters') {
    if (character >= ' ' && character <= '?') return { state, taken: true };
    return { state: 'text', taken: character >= '@' && character <= '~' };
  }
  // A title must end on its line.
  if (character === '\n') return { state: 'text', taken: false };
  if (character === '\u0007' || character === '\u009C') return { state: 'text', taken: true };
  return { state: character === '\u001B' ? 'string end' : 'string', taken: true };
}

function afterEscape(character: string): { state: State; taken: boolean } {
  if (character === '[') return { state: 'parameters', taken: true };
  if (']PX^_'.includes(character)) return { state: 'string', taken: true };
  if (character >= ' ' && character <= '/') return { state: 'escape', taken: true };
  return { state: 'text', taken: character >= '0' && character <= '~' };
}
