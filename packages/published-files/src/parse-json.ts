import { FileFault, Findings, type ParsedFile } from './findings.ts';
import type { Setting } from './settings.ts';

/** Reads a JSON object; what is in it beyond plain values is told as its text. @throws FileFault */
export function parseJson(text: string): ParsedFile {
  const entries = Object.entries(objectOf(text));
  const findings = new Findings(text);
  for (const [key, value] of entries) {
    findings.setting({ key, form: 'text', data: dataOf(value) }, text.length, text.length);
  }
  return findings.file();
}

function objectOf(text: string): object {
  try {
    const read: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new FileFault('The file is no JSON object. It may have been cut off.');
}

function dataOf(value: unknown): Setting['data'] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  try {
    return { code: JSON.stringify(value) };
  } catch (error) {
    // Lists within lists without end.
    if (error instanceof RangeError) return { code: '[…]' };
    throw error;
  }
}
