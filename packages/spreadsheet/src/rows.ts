import { LIMITS } from './limits.ts';
import { refused, tooLarge } from './sheet-error.ts';

/** Collects the rows of a sheet in order: fills gaps, drops outer empty rows, enforces limits. */
export class Rows {
  readonly #take: (cells: string[]) => void;
  #next = 0;
  #text = 0;
  /** Row number of the first non-empty row, from 1; 0 until there is one. */
  headerRow = 0;

  /** `take` receives the header, then each row, without trailing empty cells. */
  constructor(take: (cells: string[]) => void) {
    this.#take = take;
  }

  get count(): number {
    return Math.max(0, this.#next - this.headerRow);
  }

  /** @param row from 1, increasing from call to call */
  add(row: number, cells: string[]): void {
    trimEnd(cells);
    if (cells.length === 0) return;
    if (cells.length > LIMITS.columns) throw refused(`it has more than ${LIMITS.columns} columns`);
    if (this.headerRow === 0) {
      this.headerRow = row;
      this.#next = row;
    }
    if (row - this.headerRow > LIMITS.rows)
      throw tooLarge(`it has more than ${LIMITS.rows.toLocaleString('en-GB')} rows`);
    for (; this.#next < row; this.#next += 1) this.#take([]);
    this.#count(cells);
    this.#take(cells);
    this.#next += 1;
  }

  #count(cells: readonly string[]): void {
    for (const cell of cells) this.#text += cell.length + 3;
    if (this.#text > LIMITS.text) throw tooLarge('its texts have more than 60 MB');
  }
}

function trimEnd(cells: string[]): void {
  let { length } = cells;
  while (length > 0 && cells[length - 1] === '') length -= 1;
  cells.length = length;
}
