import type { CellNote } from '@mission-control/contract/members/schema';
import { numberText } from '@mission-control/contract/numbers';

type Level = CellNote['level'];

/** Maximum cells listed individually; the rest are only counted. */
const MAX_CELLS = 1_000;
/** Maximum rows named in a message. */
const MAX_NAMED_ROWS = 5;

/**
 * Collects errors and warnings, grouping 100,000 bad cells into a few messages. Messages name the column, the problem and the rows,
 * never the content of a cell.
 */
export class Remarks {
  readonly #headerRow: number;
  readonly #groups: Record<Level, Map<string, { rows: number[]; count: number }>> = {
    error: new Map(),
    warning: new Map(),
  };
  readonly #cells: Record<Level, CellNote[]> = { error: [], warning: [] };
  readonly #general: string[] = [];

  /** @param headerRow header row of the sheet, from 1 */
  constructor(headerRow: number) {
    this.#headerRow = headerRow;
  }

  /** Adds an error that concerns no particular row. */
  refuse(message: string): void {
    this.#general.push(message);
  }

  /** @param text the problem, beginning with the column @param row from 0 @param column from 0, -1 for the whole row */
  add(level: Level, text: string, row: number, column: number): void {
    const groups = this.#groups[level];
    const group = groups.get(text) ?? { rows: [], count: 0 };
    groups.set(text, group);
    // A cell with several e-mail addresses may have the same problem several times.
    if (group.rows.at(-1) !== this.#rowOfSheet(row)) {
      group.count++;
      if (group.rows.length < MAX_NAMED_ROWS) group.rows.push(this.#rowOfSheet(row));
    }
    const cells = this.#cells[level];
    if (cells.length < MAX_CELLS) cells.push({ level, row, column, message: `${text}.` });
  }

  get failed(): boolean {
    return this.#general.length > 0 || this.#groups.error.size > 0;
  }

  get errors(): string[] {
    return [...this.#general, ...this.#textsOf('error')];
  }

  get warnings(): string[] {
    return this.#textsOf('warning');
  }

  /** Errors first. */
  get cells(): CellNote[] {
    return [...this.#cells.error, ...this.#cells.warning].slice(0, MAX_CELLS);
  }

  #rowOfSheet(row: number): number {
    return this.#headerRow + 1 + row;
  }

  #textsOf(level: Level): string[] {
    return [...this.#groups[level]].map(([text, { rows, count }]) => `${text}: ${namedRows(rows, count)}.`);
  }
}

function namedRows(rows: readonly number[], count: number): string {
  if (count === 1) return `row ${rows[0]}`;
  const more = count - rows.length;
  const last = more > 0 ? `${numberText(more)} more` : String(rows.at(-1));
  const first = more > 0 ? rows : rows.slice(0, -1);
  return `rows ${first.join(', ')} and ${last}`;
}
