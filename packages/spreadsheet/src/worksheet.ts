import { checkLength, TextCollector, type ValueFacts, valueText } from './cell-text.ts';
import type { CellFormat } from './formats.ts';
import { LAST, LIMITS } from './limits.ts';
import type { Rows } from './rows.ts';
import { damaged, refused } from './sheet-error.ts';
import type { XmlReader } from './xml.ts';

/** Reads the cells of a worksheet's XML into rows; ignores everything outside sheetData. */
export class WorksheetReader implements XmlReader {
  readonly #rows: Rows;
  readonly #facts: ValueFacts & { formats: readonly CellFormat[] };
  readonly #inline = new TextCollector();
  #isInData = false;
  #row = 0;
  #cells: string[] = [];
  #column = 0;
  #type = 'n';
  #format: CellFormat = 'plain';
  #value = '';
  #isValue = false;
  #isInline = false;

  constructor(rows: Rows, facts: ValueFacts & { formats: readonly CellFormat[] }) {
    this.#rows = rows;
    this.#facts = facts;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (!this.#isInData) {
      this.#isInData = name === 'sheetData';
      if (name === 'worksheet') this.#inline.open(name, attributes);
    } else if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#isValue = true;
    else if (name === 'row') this.#openRow(attributes['r']);
    else if (name === 'is') {
      this.#isInline = true;
      this.#inline.start();
    } else if (this.#isInline) this.#inline.open(name, attributes);
  }

  text(text: string): void {
    if (this.#isValue) {
      this.#value += text;
      checkLength(this.#value);
    } else if (this.#isInline) this.#inline.text(text);
  }

  close(name: string): void {
    if (!this.#isInData) return;
    if (name === 'c') this.#closeCell();
    else if (name === 'v') this.#isValue = false;
    else if (name === 'row') this.#rows.add(this.#row, this.#cells);
    else if (name === 'is') {
      this.#isInline = false;
      this.#value = this.#inline.collected;
    } else if (this.#isInline) this.#inline.close(name);
    else if (name === 'sheetData') this.#isInData = false;
  }

  #openRow(number: string | undefined): void {
    const row = number === undefined ? this.#row + 1 : Number(number);
    if (!(Number.isInteger(row) && row > this.#row)) throw damaged('its rows are out of order');
    if (row > LAST.row) throw refused('a row is outside of the sheet');
    this.#row = row;
    this.#cells = [];
    this.#column = 0;
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    const { r: reference, t: type = 'n', s: style } = attributes;
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
    this.#type = type;
    this.#format = style === undefined ? 'plain' : (this.#facts.formats[Number(style)] ?? 'plain');
    this.#value = '';
  }

  #closeCell(): void {
    if (this.#value === '') return;
    const text =
      this.#type === 'inlineStr' ? this.#value : valueText(this.#value, this.#type, this.#format, this.#facts);
    if (text === '') return;
    checkLength(text);
    if (this.#column > LIMITS.columns) throw refused(`it has more than ${LIMITS.columns} columns`);
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column - 1] = text;
  }
}

/** Column number of a reference like AB12, from 1. */
function columnOf(reference: string): number {
  let [at, column, row] = [0, 0, 0];
  for (; at < 4; at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (!(letter >= 1 && letter <= 26)) break;
    column = column * 26 + letter;
  }
  const letters = at;
  for (; at < reference.length && at < letters + 8; at += 1) {
    const digit = reference.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) throw refused('a cell has an invalid reference');
    row = row * 10 + digit;
  }
  if (column < 1 || column > LAST.column || row < 1 || row > LAST.row || at < reference.length) {
    throw refused('a cell is outside of the sheet');
  }
  return column;
}
