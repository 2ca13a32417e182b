import { createControlFilter } from './control-filter.ts';

const MASK = '********';
/** Shorter values would mask half of every text. */
const SHORTEST_SECRET = 4;

/** Turns the bytes of one stream into text for people, however they are cut. */
export interface OutputText {
  /** Takes bytes or text; answers what is complete. What may still become a secret or a sequence is held back. */
  push(part: Uint8Array | string): string;
  /** The rest, when nothing more comes. */
  end(): string;
}

/**
 * Decodes UTF-8 (anything else becomes the replacement character), takes out what only a terminal understands and what PostgreSQL
 * cannot store, makes line ends uniform, and masks secrets.
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

/** A whole text without the secrets in it. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const output = createOutputText(secrets);
  return output.push(text) + output.end();
}

/** Longest first, so that a secret within another one does not leave a part of it. */
function secretLines(secrets: readonly string[]): string[] {
  const lines = secrets
    .flatMap((secret) => secret.split(/\r?\n/))
    .filter((line) => line.length >= SHORTEST_SECRET)
    // As a program may show it: in an address, or quoted in JSON.
    .flatMap((line) => [line, encodeURIComponent(line.toWellFormed()), JSON.stringify(line).slice(1, -1)]);
  return [...new Set(lines)].toSorted((one, other) => other.length - one.length);
}

/** How many characters at the end may be the beginning of a secret. */
function heldAsSecret(text: string, secrets: readonly string[]): number {
  let most = 0;
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length > most; length -= 1) {
      if (secret.startsWith(text.slice(-length))) most = length;
    }
  }
  return most;
}
