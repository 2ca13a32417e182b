/** What of the release tools is in the address; the pages hold it against what there is to choose. */
export interface ReleaseSearch {
  app?: string;
  branch?: string;
  tag?: string;
  service?: string;
  env?: string;
  version?: string;
  /** The key of the click whose run is shown. */
  click?: string;
}

const TEXTS = ['app', 'branch', 'tag', 'service', 'env', 'version', 'click'] as const;

/** Reads the address of a release tool; what makes no sense is left out. */
export function releaseSearch(search: Record<string, unknown>): ReleaseSearch {
  const found: ReleaseSearch = {};
  for (const key of TEXTS) {
    const value = search[key];
    // A version such as 4 reaches us as a number.
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (text !== '') found[key] = text;
  }
  return found;
}
