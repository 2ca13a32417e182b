/** The kind derived from an environment's name (C-021, C-063). Unrelated to the documents' numeric `type`. */
export type EnvKind = 'prod' | 'dev' | 'staging' | 'qa' | 'unknown';

/** Derives the kind from the words of the name: prod*, dev*, stag*, qa; anything else is unknown. */
export function envKind(name: string): EnvKind {
  for (const word of name.toLowerCase().split(/[^a-z0-9]+/)) {
    if (word.startsWith('prod')) return 'prod';
    if (word.startsWith('dev')) return 'dev';
    if (word.startsWith('stag')) return 'staging';
    if (word === 'qa') return 'qa';
  }
  return 'unknown';
}

export function envKindTone(kind: EnvKind): 'prod' | 'stage' | 'dev' | 'other' {
  if (kind === 'staging') return 'stage';
  return kind === 'prod' || kind === 'dev' ? kind : 'other';
}

/** True when the known kinds differ; ignores unknown ones. */
export function envKindsDiffer(kinds: readonly EnvKind[]): boolean {
  return new Set(kinds.filter((kind) => kind !== 'unknown')).size > 1;
}

export const ENV_MISMATCH = 'Environment types do not match!';

/** Flag by the prefix of the region name (C-065): us, eu, ap; null means a globe with the name. */
export function regionFlag(regionName: string): 'US' | 'EU' | 'AU' | null {
  const prefix = regionName.toLowerCase().split('-', 1)[0];
  if (prefix === 'us') return 'US';
  if (prefix === 'eu') return 'EU';
  if (prefix === 'ap') return 'AU';
  return null;
}
