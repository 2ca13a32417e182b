import { calculate, leftOut, totalOf } from '@mission-control/contract/utopia/calculate';
import { cellText, toUtopiaRow, utopiaColumns, type UtopiaRow } from '@mission-control/contract/utopia/columns';
import type { UtopiaFilters } from '@mission-control/contract/utopia/filters';
import type { Basis } from '@mission-control/contract/utopia/prices';
import type { UtopiaServerRow } from '@mission-control/contract/utopia/calls';
import { filterTable, toTable } from '@mission-control/contract/utopia/table';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { formatSort } from '../../lib/address/table-search.ts';
import { useUrlText } from '../../lib/address/use-url-text.ts';
import { nextSort, sortRows, type Sort } from '../../ui/table/table-rows.ts';
import { sortOf, utopiaSearch, type UtopiaSearch } from './utopia-search.ts';

/** The user's choices on the page. They apply at once; the address follows after a pause, so that a key press costs no navigation. */
export function useUtopiaView() {
  const inUrl = JSON.stringify(utopiaSearch(useSearch({ strict: false })));
  const navigate = useNavigate();
  const router = useRouter();
  const [text, setText] = useUrlText(inUrl, (next) => {
    if (router.latestLocation.pathname !== '/tools/utopia') return;
    const search = JSON.parse(next) as UtopiaSearch;
    const before = utopiaSearch(router.latestLocation.search);
    // Typing filters and prices adds no history entries.
    const replace = before.sort === search.sort && JSON.stringify(before.hide) === JSON.stringify(search.hide);
    void navigate({ to: '/tools/utopia', search, replace, resetScroll: false });
  });
  const view = useMemo(() => JSON.parse(text) as UtopiaSearch, [text]);
  const latest = useRef(view);
  useLayoutEffect(() => {
    latest.current = view;
  }, [view]);
  const actions = useMemo(
    () => actionsOn(latest, (next) => setText(JSON.stringify(next))),
    // Memoized cells need the same actions on each render. They keep the first `setText`, which therefore must not read rendered values.
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  );
  return useMemo(() => ({ ...view, ...actions }), [view, actions]);
}

function actionsOn(latest: { readonly current: UtopiaSearch }, write: (next: UtopiaSearch) => void) {
  const change = (part: { [Key in keyof UtopiaSearch]: unknown }) =>
    write(utopiaSearch({ ...latest.current, ...part }));
  const addFilters = (filters: UtopiaFilters) => change({ filters: { ...latest.current.filters, ...filters } });
  return {
    sortBy: (column: string) => change({ sort: formatSort(nextSort(sortOf(latest.current), column)) }),
    setHidden: (hide: readonly string[]) => change({ hide }),
    addFilters,
    setFilter: (key: string, filter: string | readonly string[]) => addFilters({ [key]: filter }),
    clearFilters: () => change({ filters: undefined }),
    setPrice: (feature: string, price: string) => change({ prices: { ...latest.current.prices, [feature]: price } }),
    setBasis: (feature: string, basis: Basis) => change({ bases: { ...latest.current.bases, [feature]: basis } }),
    resetPrices: () => change({ prices: undefined, bases: undefined }),
  };
}

export type UtopiaView = ReturnType<typeof useUtopiaView>;

const NONE: readonly UtopiaServerRow[] = [];
const NOTHING = {};

/** Rows, columns, matching rows and calculations, each step memoized by what it depends on. */
export function useUtopiaTable(served: readonly UtopiaServerRow[] | undefined, view: UtopiaView) {
  const rows = useMemo(() => (served ?? NONE).map(toUtopiaRow), [served]);
  const columns = useMemo(() => utopiaColumns(rows), [rows]);
  const table = useMemo(() => toTable(rows, columns), [rows, columns]);
  const { column, direction } = sortOf(view);
  const order = useMemo(
    () => orderOf(rows, table.numbers.has(column), { column, direction }),
    [rows, table, column, direction],
  );
  const { filters = NOTHING, prices = NOTHING, bases = NOTHING, hide } = view;
  const matched = useMemo(() => filterTable(table, filters, order), [table, filters, order]);
  const calculations = useMemo(
    () => calculate(table, columns, matched, { prices, bases }),
    [table, columns, matched, prices, bases],
  );
  const left = useMemo(() => leftOut(table, calculations, matched), [table, calculations, matched]);
  const shown = useMemo(() => columns.filter(({ key }) => !hide?.includes(key)), [columns, hide]);
  return { rows, columns, table, shown, matched, calculations, left, total: totalOf(calculations) };
}

/** Indices of the rows in the order of a column. */
function orderOf(rows: readonly UtopiaRow[], numeric: boolean, { column, direction }: Sort): Uint32Array {
  const valueAt = (index: number) => {
    const row = rows[index];
    const text = row ? cellText(row, column) : '';
    return numeric && text !== '' ? Number(text) : text;
  };
  return Uint32Array.from(sortRows([...rows.keys()], valueAt, direction));
}
