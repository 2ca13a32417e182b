import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';

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
  const url = releaseSearch(useSearch({ strict: false }));
  const router = useRouter();
  const navigate = useNavigate();
  const { pathname } = router.latestLocation;
  const write = (part: Change) => {
    // A sequence of builds goes on after the user has left the page.
    if (router.latestLocation.pathname !== pathname) return;
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => releaseSearch({ ...before, ...part }),
      // Back undoes a choice; typing and the run of a click add no history entry.
      replace: !CHOICES.some((key) => key in part && (part[key] ?? '') !== (url[key] ?? '')),
      resetScroll: false,
    } as never);
  };
  return [url, write];
}
