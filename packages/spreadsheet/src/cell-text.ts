import { dateText } from './dates.ts';
import { type CellFormat, type NumberFormat, SLOT } from './formats.ts';
import { LIMITS } from './limits.ts';
import { damaged, refused } from './sheet-error.ts';
import { isTrue } from './workbook.ts';

/** Decodes _xHHHH_ escapes of characters that XML cannot represent. */
const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Collects the text of `<t>` elements; trimmed unless xml:space="preserve" is set. */
export class TextCollector {
  #parts = '';
  #part = '';
  #isOpen = false;
  #preserves = false;
  #phonetic = 0;
  #rootPreserves = false;

  start(): void {
    this.#parts = '';
  }

  /** Call for any element; ignores all but texts and phonetic guides. */
  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const space = attributes['xml:space'];
    if (name === 'sst' || name === 'worksheet') this.#rootPreserves = space === 'preserve';
    if (name === 'rPh') this.#phonetic += 1;
    if (name !== 't' || this.#phonetic > 0) return;
    this.#isOpen = true;
    this.#part = '';
    this.#preserves = space === undefined ? this.#rootPreserves : space === 'preserve';
  }

  text(text: string): void {
    if (this.#isOpen) this.#part += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.#phonetic -= 1;
    if (name !== 't' || !this.#isOpen) return;
    this.#isOpen = false;
    this.#parts += this.#preserves ? this.#part : trimBlanks(this.#part);
    checkLength(this.#parts);
  }

  get collected(): string {
    return unescapeText(this.#parts);
  }
}

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** Trims XML white space only. */
function trimBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** @throws SheetError when a cell's text is longer than Excel allows */
export function checkLength(text: string): void {
  if (text.length > LIMITS.cell)
    throw refused(`a cell has more than ${LIMITS.cell.toLocaleString('en-GB')} characters`);
}

const PLAIN_INTEGER = /^-?\d{1,15}$/;

/** Display text of a cell with the value `raw`, its type and format from the sheet. */
export function valueText(raw: string, type: string, format: CellFormat, facts: ValueFacts): string {
  if (raw === '') return '';
  if (type === 's') return sharedText(raw, facts.texts);
  if (type === 'str') return unescapeText(raw);
  if (type === 'b') return isTrue(raw) ? 'TRUE' : 'FALSE';
  if (type === 'd') return raw.replace('T', ' ').replace(/ 00:00:00(\.0+)?Z?$/, '');
  return type === 'e' ? raw : numberText(raw, format, facts.since1904);
}

export interface ValueFacts {
  texts: { at(index: number): string | undefined };
  since1904: boolean;
}

function sharedText(raw: string, texts: ValueFacts['texts']): string {
  const text = texts.at(Number(raw));
  if (text === undefined) throw damaged('a cell refers to a missing text');
  return text;
}

/** Formats a number with Excel's 15 digits. */
function numberText(raw: string, format: CellFormat, since1904: boolean): string {
  if (format === 'plain' && PLAIN_INTEGER.test(raw)) return raw;
  const value = Number(raw);
  if (!Number.isFinite(value)) throw damaged('a cell contains an invalid number');
  if (format === 'plain') return plainText(value);
  if (typeof format === 'string') return dateText(value, format, since1904) ?? plainText(value);
  if ('decimals' in format) return signedText(value, format) ?? plainText(value);
  const plain = plainText(value);
  return /^\d+$/.test(plain) ? filled(format.template, plain) : plain;
}

/** Beyond it, numbers become text with an exponent. */
const MAX_DIGITS = 1e21;

function signedText(value: number, format: NumberFormat): string | undefined {
  const { negative, hasZero = false } = format;
  if (value === 0 && hasZero) return undefined;
  if (value >= 0) return formattedText(value, format);
  if (negative !== undefined) return negative ? formattedText(-value, negative) : undefined;
  const text = formattedText(-value, format);
  return text && `-${text}`;
}

/** Rounds a number of at least 0 to the decimal places of a format, halves up; undefined if it is too large. */
function formattedText(
  value: number,
  { before, after, decimals, isGrouped, isPercent }: NumberFormat,
): string | undefined {
  // Moves the point of the decimal digits: 1.005 is less than that in binary, but is shown as 1.01.
  const [digits, exponent] = value.toExponential(14).split('e');
  const rounded = Math.round(Number(`${digits}e${Number(exponent) + decimals + (isPercent ? 2 : 0)}`));
  if (rounded >= MAX_DIGITS) return undefined;
  const text = String(rounded).padStart(decimals + 1, '0');
  const point = text.length - decimals;
  const whole = isGrouped ? text.slice(0, point).replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : text.slice(0, point);
  return `${before}${whole}${decimals > 0 ? '.' : ''}${text.slice(point)}${after}`;
}

/** Puts digits into a template from the right; the first slot takes all that are left. */
function filled(template: string, digits: string): string {
  const [start = '', ...ends] = template.split(SLOT);
  const padded = digits.padStart(ends.length, '0');
  const rest = padded.length - ends.length;
  return start + padded.slice(0, rest) + ends.map((end, at) => padded.charAt(rest + at) + end).join('');
}

const plainText = (value: number): string => String(Number(value.toPrecision(15)));
