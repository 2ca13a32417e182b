/** Sort value of a column; null and undefined always come last. */
export type SortValue = string | number | boolean | Date | null | undefined;

export interface Sort {
  column: string;
  direction: 'asc' | 'desc';
}

const PLAIN = /^[ -~]*$/;
const DIGITS = 16;

/**
 * Sort key for plain comparison, in the order of Intl.Collator (en-GB, numeric, base letters): a collator takes 40 to 200 ms for 10,000
 * names, which exceeds a filter's budget of 50 ms.
 */
export function sortKey(text: string): string {
  const folded = PLAIN.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '');
  return folded
    .toLowerCase()
    .replace(/\d+|[:-@[-`{-~]/g, (part) =>
      /\d/.test(part) ? part.replace(/^0+(?=\d)/, '').padStart(DIGITS, '0') : '-',
    );
}

type Key = string | number;

function keyOf(value: SortValue): Key | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' ? sortKey(value) : Number(value);
}

function compare(a: Key, b: Key): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns a sorted copy. Stable; rows without a value stay last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  direction: Sort['direction'],
): Row[] {
  const sign = direction === 'asc' ? 1 : -1;
  return rows
    .map((row) => ({ row, key: keyOf(valueOf(row)) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      return sign * compare(a.key, b.key);
    })
    .map(({ row }) => row);
}

/** The sort after a click on a header: ascending first, then reversed. */
export function nextSort(current: Sort | null, column: string): Sort {
  return { column, direction: current?.column === column && current.direction === 'asc' ? 'desc' : 'asc' };
}

export interface PageWindow {
  /** 1-based, clamped to the existing pages. */
  page: number;
  pages: number;
  /** Indexes into the rows: from inclusive, to exclusive. */
  from: number;
  to: number;
}

/** Row range of a page; a page beyond the end becomes the last one. */
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
