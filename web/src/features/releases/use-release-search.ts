import { useUrlState } from '../../lib/address/use-url-text.ts';

/** Release tool state kept in the address; the pages validate it against the choices. */
interface ReleaseSearch {
  app?: string;
  branch?: string;
  tag?: string;
  service?: string;
  env?: string;
  version?: string;
  /** Idempotency key of the click whose run is shown. */
  click?: string;
}

const TEXTS = ['app', 'branch', 'tag', 'service', 'env', 'version', 'click'] as const;

/** Parses the address of a release tool; invalid values are omitted. */
export function releaseSearch(search: Record<string, unknown>): ReleaseSearch {
  const found: ReleaseSearch = {};
  for (const key of TEXTS) {
    const value = search[key];
    // The router parses a version such as 4 as a number.
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (text !== '') found[key] = text;
  }
  return found;
}

const CHOICES = ['app', 'branch', 'service', 'env'] as const;
type Change = { [Key in keyof ReleaseSearch]: ReleaseSearch[Key] | undefined };

/** Release tool state from the address, and a setter for parts of it; '' and undefined remove a key. */
export function useReleaseSearch(): [ReleaseSearch, (part: Change) => void] {
  const [url, set] = useUrlState(releaseSearch);
  // Back undoes a choice; typing and the run of a click add no history entry.
  return [url, (part) => set(part, !CHOICES.some((key) => key in part && (part[key] ?? '') !== (url[key] ?? '')))];
}
