import { JsonPart } from '../calls/json-pages.ts';

/** A row of a list as it is sent. */
export interface RowText {
  id: number;
  /** The list is sorted by it, then by id. */
  name: string;
  json: string;
}

/** Rows per page: a change serializes and compresses one page again. */
const PAGE = 128;
/** Beyond this many moves, sorting everything costs less than moving row by row. */
const MAX_MOVES = 256;

interface Page {
  rows: RowText[];
  part: JsonPart | undefined;
}

/** The rows of a list in order, in pages of JSON that are built again only when one of their rows changed. */
export class RowPages {
  readonly #compare: (a: RowText, b: RowText) => number;
  readonly #byId = new Map<number, RowText>();
  #pages: Page[] = [];

  /** @param compareNames their order; rows of equal names are in order of their ids */
  constructor(compareNames: (a: string, b: string) => number) {
    this.#compare = (a, b) => compareNames(a.name, b.name) || a.id - b.id;
  }

  get size(): number {
    return this.#byId.size;
  }

  get(id: number): RowText | undefined {
    return this.#byId.get(id);
  }

  ids(): Iterable<number> {
    return this.#byId.keys();
  }

  /** Sets each row to its new text, or removes it. Returns the ids of those that differ from before. */
  apply(changes: ReadonlyMap<number, RowText | undefined>): number[] {
    const changed = [...changes].filter(([id, row]) => !isSame(this.#byId.get(id), row));
    const mayMove = changed.length <= MAX_MOVES;
    for (const [id, row] of changed) {
      const earlier = this.#byId.get(id);
      if (mayMove) this.#move(earlier, row);
      if (row) this.#byId.set(id, row);
      else this.#byId.delete(id);
    }
    if (!mayMove) this.#rebuild();
    return changed.map(([id]) => id);
  }

  /** The pages' JSON without the brackets of the list. */
  parts(): JsonPart[] {
    return this.#pages.map(
      (page, index) =>
        (page.part ??= new JsonPart((index === 0 ? '' : ',') + page.rows.map(({ json }) => json).join(','))),
    );
  }

  #move(earlier: RowText | undefined, row: RowText | undefined): void {
    if (earlier && row && earlier.name === row.name) {
      const { page, at } = this.#placeOf(earlier);
      page.rows[at] = row;
      page.part = undefined;
      return;
    }
    if (earlier) this.#remove(earlier);
    if (row) this.#insert(row);
  }

  #remove(row: RowText): void {
    const { page, at, index } = this.#placeOf(row);
    page.rows.splice(at, 1);
    page.part = undefined;
    if (page.rows.length > 0) return;
    this.#pages.splice(index, 1);
    this.#forgetFirst(index);
  }

  #insert(row: RowText): void {
    if (this.#pages.length === 0) this.#pages.push({ rows: [], part: undefined });
    const { page, at, index } = this.#placeOf(row);
    page.rows.splice(at, 0, row);
    page.part = undefined;
    if (page.rows.length < 2 * PAGE) return;
    this.#pages.splice(index + 1, 0, { rows: page.rows.splice(PAGE), part: undefined });
  }

  /** Discards the JSON of the first page, the only one without a leading comma. */
  #forgetFirst(index: number): void {
    const first = this.#pages[0];
    if (index === 0 && first) first.part = undefined;
  }

  /** Where a row is, or would be inserted. */
  #placeOf(row: RowText): { page: Page; at: number; index: number } {
    const last = this.#pages.length - 1;
    const isBefore = (page: Page): boolean => this.#compare(page.rows.at(-1) ?? row, row) < 0;
    const index = Math.min(partitionPoint(this.#pages, isBefore), last);
    const page = this.#pages[index] as Page;
    return { page, index, at: partitionPoint(page.rows, (one) => this.#compare(one, row) < 0) };
  }

  #rebuild(): void {
    const sorted = [...this.#byId.values()].toSorted(this.#compare);
    this.#pages = [];
    for (let from = 0; from < sorted.length; from += PAGE)
      this.#pages.push({ rows: sorted.slice(from, from + PAGE), part: undefined });
  }
}

const isSame = (a: RowText | undefined, b: RowText | undefined): boolean => a?.json === b?.json && a?.name === b?.name;

/** Index of the first item that is not before; the length when all are. */
function partitionPoint<Item>(items: readonly Item[], isBefore: (item: Item) => boolean): number {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBefore(items[middle] as Item)) from = middle + 1;
    else to = middle;
  }
  return from;
}
