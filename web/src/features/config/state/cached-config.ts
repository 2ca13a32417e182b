import { configFingerprint } from '@mission-control/contract/config/fingerprint';
import type { EditableItem } from '@mission-control/contract/config/rules';

/** What Generate Cache answered, as this browser tab keeps it. Secrets are masked in it. */
export interface CachedConfig {
  /** When it was asked for, ISO 8601. */
  at: string;
  /** The saved revision that the editor knew then; a later one supersedes the entry. */
  revision: number;
  items: readonly EditableItem[];
}

/** Where the entry of a tenant is kept. */
export function cacheKey(tenantId: number): string {
  return `homeportal-cache:${tenantId}`;
}

/** Reads a kept entry; null for none and for anything that is no entry. */
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

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function isItem(value: unknown): value is EditableItem {
  if (!isObject(value)) return false;
  const { key, value: text, type, state, valueTemplate, masked } = value;
  const texts = typeof key === 'string' && typeof text === 'string';
  const template = valueTemplate === null || typeof valueTemplate === 'string';
  return texts && template && typeof type === 'number' && typeof state === 'number' && typeof masked === 'boolean';
}

/** The entry while nothing newer was saved; null when unsaved changes are to be told from the saved config (C-081). */
export function currentEntry(cached: CachedConfig | null, revision: number): CachedConfig | null {
  return cached !== null && cached.revision >= revision ? cached : null;
}

/** The hash of what unsaved changes are told from: the cached config, or the saved one without it [CFG-36]. */
export function baselinePrint(saved: Iterable<EditableItem>, cached: CachedConfig | null): string {
  return configFingerprint(cached?.items ?? saved);
}
