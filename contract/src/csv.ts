/** Text that spreadsheets interpret as a formula, also after spaces and apostrophes, and in full-width form. */
const FORMULA = /^[\s']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n|%]/;

/**
 * Encodes a cell: an apostrophe keeps formulas as text; values with commas, quotes or line breaks are quoted.
 */
export function csvCell(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Inverse of `csvCell` for a parsed cell. */
export function fromCsvCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** A line of a file (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
