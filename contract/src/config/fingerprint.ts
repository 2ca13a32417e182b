import type { EditableItem } from './rules.ts';

/** One text for one config: the same for every order of the same items. */
export function canonicalConfig(items: Iterable<EditableItem>): string {
  const rows = Array.from(
    items,
    (item) => [item.key, item.value, item.type, item.state, item.valueTemplate, item.masked] as const,
  );
  return JSON.stringify(rows.toSorted(([a], [b]) => Number(a > b) - Number(a < b)));
}

// FNV-1a in four 32-bit lanes with different starts. Not for security: it only tells an edited config from the saved one,
// and must be synchronous, which the browser's SHA-256 is not.
const LANES = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35] as const;
const PRIME = 0x01000193;

/** A 128-bit fingerprint of a config, 32 hex digits; unsaved changes are flagged by comparing it [CFG-35]. */
export function configFingerprint(items: Iterable<EditableItem>): string {
  const text = canonicalConfig(items);
  return LANES.map((start, lane) => {
    let hash: number = start;
    for (let at = 0; at < text.length; at++) {
      // Each lane turns the unit by its own amount; with equal steps the lanes would differ by their start only.
      hash = Math.imul(hash ^ (text.charCodeAt(at) * (2 * lane + 1)), PRIME);
      hash ^= hash >>> (13 + lane);
    }
    return (hash >>> 0).toString(16).padStart(8, '0');
  }).join('');
}
