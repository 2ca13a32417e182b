/** Interpretation of the number in a cell. */
export type CellFormat = 'plain' | 'date' | 'time' | 'datetime' | Template | NumberFormat;

/** Text with a `SLOT` for each digit of a whole number. */
interface Template {
  template: string;
}

/** `£#,##0.00`, `0%` and the like. */
export interface NumberFormat {
  before: string;
  after: string;
  decimals: number;
  isGrouped: boolean;
  isPercent: boolean;
  /** Of negative numbers, which then have no sign of their own; null shows them plain. */
  negative?: NumberFormat | null;
  /** Zero has a format of its own and is shown plain. */
  hasZero?: boolean;
}

/** The place of a digit, which no text of a cell contains. */
export const SLOT = '\0';
/** Stands for each character of a literal among the characters of a code. For private use, so that a code has it only as a literal. */
const LITERAL = '\ue000';

/**
 * A token of a format code: a literal in quotes, after a backslash or as the symbol of a currency; something that shows no text; or a
 * character.
 */
const TOKEN = /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|_.|\*.|\[[^\]]*\]|(.)/gsu;
/** Zeros for digits, and characters that stand for themselves and group numbers. */
const TEMPLATE = /^[0\ue000 ()+:-]*0[0\ue000 ()+:-]*$/;
/** One number with decimal places, between characters that stand for themselves. */
const NUMBER = /^([\ue000 ()+:$£€¥%-]*)(#,##0|0)(?:\.(0+))?([\ue000 ()+:$£€¥%-]*)$/;

/** A section of a code: what is shown and, of equal length, the characters of the code, with marks for literals. */
interface Section {
  text: string;
  bare: string;
}

function sectionsOf(code: string): Section[] {
  let section = { text: '', bare: '' };
  const sections = [section];
  for (const [, quoted, escaped, symbol, character] of code.matchAll(TOKEN)) {
    const literal = quoted ?? escaped ?? symbol;
    if (character === ';') sections.push((section = { text: '', bare: '' }));
    section.text += literal ?? (character === ';' ? '' : (character ?? ''));
    section.bare +=
      literal === undefined ? (character === ';' ? '' : (character ?? '')) : LITERAL.repeat(literal.length);
  }
  return sections;
}

/**
 * Parses a number format code, e.g. 'dd/mm/yyyy', '00000\-0000' or '#,##0.00;[Red]-#,##0.00'. Everything else is plain, also durations
 * (`[h]:mm`) and decimals with conditions (`[<100]0.0;0`).
 */
export function formatOfCode(code: string): CellFormat {
  if (code.length > 255 || /\[[hms]+\]/i.test(code)) return 'plain';
  const [{ text, bare } = { text: '', bare: '' }, negative, zero] = sectionsOf(code);
  const number = /\[[<>=]/.test(code) ? undefined : numberFormat({ text, bare });
  if (number)
    return {
      ...number,
      ...(negative && { negative: numberFormat(negative) ?? null }),
      ...(zero && { hasZero: true }),
    };
  if (TEMPLATE.test(bare))
    return { template: Array.from({ length: text.length }, (_, at) => (bare[at] === '0' ? SLOT : text[at])).join('') };
  const letters = bare.toLowerCase().replaceAll(/am\/pm|a\/p|general/g, '');
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[yd]/.test(letters) || (letters.includes('m') && !hasTime);
  if (hasDate) return hasTime ? 'datetime' : 'date';
  return hasTime ? 'time' : 'plain';
}

function numberFormat({ text, bare }: Section): NumberFormat | undefined {
  const [found, before = '', whole = '', fraction = '', after = ''] = NUMBER.exec(bare) ?? [];
  const percents = (before + after).split('%').length - 1;
  if (found === undefined || percents > 1) return undefined;
  return {
    before: text.slice(0, before.length),
    after: text.slice(text.length - after.length),
    decimals: fraction.length,
    isGrouped: whole.includes(','),
    isPercent: percents === 1,
  };
}

/** Built-in number formats; the currencies of 5 to 8, 42 and 44 differ by country and are plain. */
const BUILT_IN: readonly (readonly [first: number, last: number, format: CellFormat])[] = [
  [1, 1, formatOfCode('0')],
  [2, 2, formatOfCode('0.00')],
  [3, 3, formatOfCode('#,##0')],
  [4, 4, formatOfCode('#,##0.00')],
  [9, 9, formatOfCode('0%')],
  [10, 10, formatOfCode('0.00%')],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'datetime'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [37, 38, formatOfCode('#,##0_);(#,##0)')],
  [39, 40, formatOfCode('#,##0.00_);(#,##0.00)')],
  [41, 41, formatOfCode('#,##0;-#,##0;"-"')],
  [43, 43, formatOfCode('#,##0.00;-#,##0.00;"-"')],
  [45, 45, 'time'],
  [47, 47, 'time'],
  [50, 58, 'date'],
];

export const builtInFormat = (id: number): CellFormat =>
  BUILT_IN.find(([first, last]) => id >= first && id <= last)?.[2] ?? 'plain';
