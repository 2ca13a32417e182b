import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { CONFIG_KINDS, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { hashOf } from './render-config.ts';

/** Maximum cached fingerprints: computing the ten on a tenant's page took a quarter of the request time. */
const MAX_KEPT = 20_000;
const shownOf = new WeakMap<Secrets, Map<string, string>>();

/**
 * A keyed fingerprint to show instead of a file's hash: secrets in the file could be brute-forced against the plain hash.
 */
export function shownHash<Hash extends string | null>(secrets: Secrets, hash: Hash): Hash | string {
  if (hash === null) return hash;
  const kept = shownOf.get(secrets) ?? new Map<string, string>();
  const known = kept.get(hash);
  if (known !== undefined) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const shown = secrets.fingerprint(hash);
  shownOf.set(secrets, kept.set(hash, shown));
  return shown;
}

/** Hashes of the committed (`stored`) and the saved (`current`) config; null if there is none. */
export interface HashPair {
  stored: string | null;
  current: string | null;
}

type HashIndex = '1' | '2' | '3' | '4' | '5';

/** Config hashes in the tenant detail. */
export interface ConfigStates {
  config_hashes: Record<HashIndex, string | null>;
  current_hashes: Record<HashIndex, string | null>;
  /** Hashes of each kind that shares index 5 (C-029). */
  service_hashes: Record<string, HashPair>;
}

const SHARED_INDEX = 5;
const shared = CONFIG_KINDS.filter((kind) => kind.hashIndex === SHARED_INDEX);

/** Groups hashes by index; index 5 combines the kinds that share it (C-029, C-030). */
export function configStates(pairs: ReadonlyMap<ConfigKindSlug, HashPair>): ConfigStates {
  const none = () => ({ 1: null, 2: null, 3: null, 4: null, 5: null });
  const states: ConfigStates = { config_hashes: none(), current_hashes: none(), service_hashes: {} };
  for (const kind of CONFIG_KINDS) {
    const pair = pairs.get(kind.slug);
    if (!pair) continue;
    if (kind.hashIndex === SHARED_INDEX) states.service_hashes[kind.slug] = pair;
    states.config_hashes[kind.hashIndex] = pair.stored;
    states.current_hashes[kind.hashIndex] = pair.current;
  }
  const present = shared.flatMap(({ slug }) => {
    const pair = pairs.get(slug);
    return pair && (pair.stored !== null || pair.current !== null) ? [{ slug, ...pair }] : [];
  });
  states.config_hashes[SHARED_INDEX] = combined(present.map(({ slug, stored }) => [slug, stored]));
  states.current_hashes[SHARED_INDEX] = combined(present.map(({ slug, current }) => [slug, current]));
  return states;
}

/** One hash for several kinds: a single kind's own hash, null if none has one. */
function combined(hashes: [slug: string, hash: string | null][]): string | null {
  if (hashes.every(([, hash]) => hash === null)) return null;
  const [only, ...others] = hashes;
  if (only && others.length === 0) return only[1];
  return hashOf(JSON.stringify(hashes));
}
