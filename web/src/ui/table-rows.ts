/** What a column sorts by; null and undefined always come last. */
export type SortValue = string | number | boolean | Date | null | undefined;

export interface Sort {
  column: string;
  direction: 'asc' | 'desc';
}

const collator = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' });

function compare(a: NonNullable<SortValue>, b: NonNullable<SortValue>): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return Number(a) - Number(b);
}

/** A sorted copy. Equal rows keep their order; rows without a value stay last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  direction: Sort['direction'],
): Row[] {
  const sign = direction === 'asc' ? 1 : -1;
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .sort((a, b) => {
      const aEmpty = a.value === null || a.value === undefined || a.value === '';
      const bEmpty = b.value === null || b.value === undefined || b.value === '';
      if (aEmpty || bEmpty) return Number(aEmpty) - Number(bEmpty);
      return sign * compare(a.value as NonNullable<SortValue>, b.value as NonNullable<SortValue>);
    })
    .map(({ row }) => row);
}

/** The sort after a click on a head: ascending first, then the other way round. */
export function nextSort(current: Sort | null, column: string): Sort {
  return { column, direction: current?.column === column && current.direction === 'asc' ? 'desc' : 'asc' };
}

export interface PageWindow {
  /** 1-based and within the pages there are. */
  page: number;
  pages: number;
  /** Indexes into the rows: from inclusive, to exclusive. */
  from: number;
  to: number;
}

/** Which rows a page shows; a page beyond the end becomes the last one. */
export function pageWindow(total: number, page: number, size: number): PageWindow {
  const pages = Math.max(1, Math.ceil(total / size));
  const held = Math.min(Math.max(1, Math.trunc(page) || 1), pages);
  return { page: held, pages, from: (held - 1) * size, to: Math.min(held * size, total) };
}

/** Page numbers for the pager: first, last and the neighbours of the current one; null stands for a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = page <= 2 ? [1, 2, 3] : page >= pages - 1 ? [pages - 2, pages - 1, pages] : [page - 1, page, page + 1];
  const numbers = [...new Set([1, ...wanted, pages])].filter((n) => n >= 1 && n <= pages).sort((a, b) => a - b);
  return numbers.flatMap((n, index) => {
    const before = numbers[index - 1];
    if (before === undefined || n === before + 1) return [n];
    return n === before + 2 ? [before + 1, n] : [null, n];
  });
}
