import type { Basis } from '@mission-control/contract/utopia/prices';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatSort } from '../../lib/table-search.ts';
import { useUrlText } from '../../lib/use-url-text.ts';
import { nextSort } from '../../ui/table-rows.ts';
import { sortOf, utopiaSearch, type UtopiaSearch } from './utopia-search.ts';

/**
 * What the person chose on the page. It shows at once; the address follows after a pause, so that a key press in a filter or a
 * price costs no navigation.
 */
export function useUtopiaView() {
  const inUrl = JSON.stringify(utopiaSearch(useSearch({ strict: false })));
  const navigate = useNavigate();
  const router = useRouter();
  const [text, setText] = useUrlText(inUrl, (next) => {
    if (router.latestLocation.pathname !== '/tools/utopia') return;
    const search = JSON.parse(next) as UtopiaSearch;
    void navigate({ to: '/tools/utopia', search, replace: true, resetScroll: false });
  });
  const view = useMemo(() => JSON.parse(text) as UtopiaSearch, [text]);
  return useMemo(() => {
    const change = (part: { [Key in keyof UtopiaSearch]: unknown }) =>
      setText(JSON.stringify(utopiaSearch({ ...view, ...part })));
    return {
      ...view,
      sortBy: (column: string) => change({ sort: formatSort(nextSort(sortOf(view), column)) }),
      setHidden: (hide: readonly string[]) => change({ hide }),
      setFilter: (key: string, filter: string | readonly string[]) =>
        change({ filters: { ...view.filters, [key]: filter } }),
      clearFilters: () => change({ filters: undefined }),
      setPrice: (feature: string, price: string) => change({ prices: { ...view.prices, [feature]: price } }),
      setBasis: (feature: string, basis: Basis) => change({ bases: { ...view.bases, [feature]: basis } }),
      resetPrices: () => change({ prices: undefined, bases: undefined }),
    };
    // `setText` is made anew by each drawing and always does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [view]);
}

export type UtopiaView = ReturnType<typeof useUtopiaView>;
