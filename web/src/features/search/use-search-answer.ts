import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SearchResult } from '@mission-control/contract/search/schema';
import { useDebounced } from '../../lib/use-debounced.ts';
import { matchName } from './match-name.ts';
import { searchQuery } from './queries.ts';

const DEBOUNCE_MS = 120;

/** What the server says to a text. */
export interface SearchAnswer {
  /** Null when it could not be asked. */
  found: readonly SearchResult[] | null;
  /** False while the answer to this very text is still to come. */
  current: boolean;
  /** Why it could not be asked. */
  error: string | null;
  askAgain: () => void;
}

/**
 * Asks the server once the text stands still, or at once in a `hurry`. Until the answer is there, those of the last answer that
 * meet the new text stay.
 */
export function useSearchAnswer(typed: string, hurry: boolean): SearchAnswer {
  const settled = useDebounced(typed, DEBOUNCE_MS);
  const asked = hurry ? typed : settled;
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...searchQuery(asked),
    enabled: typed !== '' && asked !== '',
    placeholderData: keepPreviousData,
  });
  const results = asked === '' ? [] : (data?.results ?? []);
  const askAgain = () => void refetch();
  if (asked !== typed || isPlaceholderData || (data === undefined && error === null)) {
    return { found: results.filter(({ name }) => matchName(name, typed)), current: false, error: null, askAgain };
  }
  if (error === null) return { found: results, current: true, error: null, askAgain };
  if (isFetching) return { found: [], current: false, error: null, askAgain };
  return { found: null, current: true, error: error.message, askAgain };
}
