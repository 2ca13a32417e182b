import type { Basis } from '@mission-control/contract/utopia/prices';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { formatSort } from '../../lib/address/table-search.ts';
import { useUrlText } from '../../lib/address/use-url-text.ts';
import { nextSort } from '../../ui/table/table-rows.ts';
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
  const latest = useRef(view);
  useLayoutEffect(() => {
    latest.current = view;
  }, [view]);
  const actions = useMemo(
    () => actionsOn(latest, (next) => setText(JSON.stringify(next))),
    // `setText` is made anew by each drawing and always does the same; what takes an action must not be drawn again for that.
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  );
  return useMemo(() => ({ ...view, ...actions }), [view, actions]);
}

function actionsOn(latest: { readonly current: UtopiaSearch }, write: (next: UtopiaSearch) => void) {
  const change = (part: { [Key in keyof UtopiaSearch]: unknown }) =>
    write(utopiaSearch({ ...latest.current, ...part }));
  return {
    sortBy: (column: string) => change({ sort: formatSort(nextSort(sortOf(latest.current), column)) }),
    setHidden: (hide: readonly string[]) => change({ hide }),
    setFilter: (key: string, filter: string | readonly string[]) =>
      change({ filters: { ...latest.current.filters, [key]: filter } }),
    clearFilters: () => change({ filters: undefined }),
    setPrice: (feature: string, price: string) => change({ prices: { ...latest.current.prices, [feature]: price } }),
    setBasis: (feature: string, basis: Basis) => change({ bases: { ...latest.current.bases, [feature]: basis } }),
    resetPrices: () => change({ prices: undefined, bases: undefined }),
  };
}

export type UtopiaView = ReturnType<typeof useUtopiaView>;
