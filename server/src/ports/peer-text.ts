import { MASKED } from '@mission-control/contract/soap/rules';

/** Replaces secrets in a text. */
export type Mask = (text: string) => string;

const MIN_LENGTH = 3;

/** Masks secrets, also as escaped or encoded by the peer. Secrets shorter than three characters would only obscure the text. */
export function createMask(secrets: readonly string[]): Mask {
  const words = secrets
    .filter((word) => word.length >= MIN_LENGTH)
    .flatMap(formsOf)
    // Longest first, since one may contain another.
    .toSorted((one, other) => other.length - one.length);
  return (text) => [...new Set(words)].reduce((masked, word) => masked.replaceAll(word, MASKED), text);
}

function formsOf(word: string): string[] {
  const inXml = word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = inXml.replaceAll('"', '&quot;');
  const inHtml = ['&#039;', '&#39;', '&apos;'].map((quote) => quoted.replaceAll("'", quote));
  const encoded = [encodeURIComponent(word.toWellFormed()), Buffer.from(word, 'utf8').toString('base64')];
  return [word, inXml, quoted, ...inHtml, JSON.stringify(word).slice(1, -1), ...encoded];
}

/**
 * A text of a peer as one line for people and the database: without control characters, and without the secrets that the peer was sent and
 * may repeat. Cut between words, so that no part of an address remains unrecognized.
 */
export function peerLine(text: string, max: number, secrets: readonly string[]): string {
  const mask = createMask([...secrets, ...secrets.map(inOneLine)]);
  // Masked again, since a secret with such characters inside is whole without them.
  const line = mask(inOneLine(mask(text)));
  return line.length <= max ? line : line.slice(0, max - 1).replace(/\S*$/u, '…');
}

const inOneLine = (text: string): string => text.replaceAll(/(?!\s)\p{C}/gu, '').replaceAll(/\s+/gu, ' ');
