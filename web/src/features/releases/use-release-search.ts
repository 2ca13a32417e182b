import { useNavigate, useSearch } from '@tanstack/react-router';
import { releaseSearch, type ReleaseSearch } from './release-search.ts';

type Change = { [Key in keyof ReleaseSearch]: ReleaseSearch[Key] | undefined };

/** What of a release tool is in the address, and how to write a part of it; '' and undefined take a key out. */
export function useReleaseSearch(): [ReleaseSearch, (part: Change) => void] {
  const url = releaseSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const write = (part: Change) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => releaseSearch({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    } as never);
  return [url, write];
}
