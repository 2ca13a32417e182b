import { createControlFilter } from './control-filter.ts';

const MASK = '********';
/** Shorter values would mask half of every text. */
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
  return [...new Set(lines)].toSorted((one, other) => other.length - one.length);
}

/** Number of trailing characters that may start a secret. */
function heldAsSecret(text: string, secrets: readonly string[]): number {
  let most = 0;
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length > most; length -= 1) {
      if (secret.startsWith(text.slice(-length))) most = length;
    }
  }
  return most;
}
