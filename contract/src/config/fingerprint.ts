import type { EditableItem } from './rules.ts';

/** Canonical text of a config, independent of item order. */
export function canonicalConfig(items: Iterable<EditableItem>): string {
  const rows = Array.from(
    items,
    (item) => [item.key, item.value, item.type, item.state, item.valueTemplate, item.masked] as const,
  );
  return JSON.stringify(rows.toSorted(([a], [b]) => Number(a > b) - Number(a < b)));
}

// FNV-1a in four 32-bit lanes with different seeds. Not for security: it only distinguishes an edited config from the saved one,
// and must be synchronous, which the browser's SHA-256 is not.
const LANES = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35] as const;
const PRIME = 0x01000193;

/** A 128-bit fingerprint of a config as 32 hex digits, compared to detect unsaved changes [CFG-35]. */
export function configFingerprint(items: Iterable<EditableItem>): string {
  const text = canonicalConfig(items);
  let [a, b, c, d]: [number, number, number, number] = [...LANES];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Each lane multiplies the unit by a different factor; otherwise the lanes would differ in their seed only.
    a = Math.imul(a ^ unit, PRIME);
    b = Math.imul(b ^ (unit * 3), PRIME);
    c = Math.imul(c ^ (unit * 5), PRIME);
    d = Math.imul(d ^ (unit * 7), PRIME);
    a ^= a >>> 13;
    b ^= b >>> 14;
    c ^= c >>> 15;
    d ^= d >>> 16;
  }
  return [a, b, c, d].map((hash) => (hash >>> 0).toString(16).padStart(8, '0')).join('');
}
