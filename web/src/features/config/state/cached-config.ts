import { configFingerprint } from '@mission-control/contract/config/fingerprint';
import type { EditableItem } from '@mission-control/contract/config/rules';
import { isObject } from '../../../lib/is-object.ts';

/** A Generate Cache response as this tab stores it, with masked secrets. */
export interface CachedConfig {
  /** Time of the request, ISO 8601. */
  at: string;
  /** Saved revision at that time; a later one supersedes the entry. */
  revision: number;
  items: readonly EditableItem[];
}

/** Storage key of a tenant's entry. */
export function cacheKey(tenantId: number): string {
  return `homeportal-cache:${tenantId}`;
}

/** Parses a stored entry; null when missing or malformed. */
export function readCached(text: string | null): CachedConfig | null {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  if (!isObject(kept) || typeof kept['at'] !== 'string' || Number.isNaN(Date.parse(kept['at']))) return null;
  const { at, revision, items } = kept;
  if (typeof revision !== 'number' || !Array.isArray(items) || !items.every(isItem)) return null;
  return { at, revision, items };
}

function isItem(value: unknown): value is EditableItem {
  if (!isObject(value)) return false;
  const { key, value: text, type, state, valueTemplate, masked } = value;
  const texts = typeof key === 'string' && typeof text === 'string';
  const template = valueTemplate === null || typeof valueTemplate === 'string';
  return texts && template && typeof type === 'number' && typeof state === 'number' && typeof masked === 'boolean';
}

/** The entry while it is current; null when unsaved changes are relative to the saved config (C-081). */
export function currentEntry(cached: CachedConfig | null, revision: number): CachedConfig | null {
  return cached !== null && cached.revision >= revision ? cached : null;
}

/** Hash that unsaved changes are relative to: the cached config's, or the saved one's [CFG-36]. */
export function baselinePrint(saved: Iterable<EditableItem>, cached: CachedConfig | null): string {
  return configFingerprint(cached?.items ?? saved);
}
