import { readCsv } from './csv.ts';
import { kindOf } from './kind.ts';
import { LIMITS } from './limits.ts';
import { Rows } from './rows.ts';
import { SheetError, tooLarge } from './sheet-error.ts';
import { readXlsx } from './xlsx.ts';

/** A spreadsheet; each row is as wide as the header, with '' for empty cells. */
export interface Sheet {
  header: string[];
  members: string[][];
  /** Row number of the header, from 1. Member i is in row headerRow + 1 + i. */
  headerRow: number;
}

/**
 * Reads the rows of an .xlsx or .csv file one by one; detects the kind by content.
 * @param take receives the header and each row below it, without trailing empty cells
 * @param onProgress receives whole percents
 * @throws SheetError when the file cannot be read, is too large or has no rows
 */
export async function readRows(
  bytes: Uint8Array,
  take: (cells: string[]) => void,
  onProgress: (percent: number) => void = () => undefined,
): Promise<{ headerRow: number }> {
  if (bytes.byteLength > LIMITS.file) throw tooLarge('the file has more than 25 MB');
  let last = 0;
  const progress = (percent: number): void => {
    const whole = Math.min(100, Math.floor(percent));
    if (whole > last) onProgress(whole);
    last = Math.max(last, whole);
  };
  const rows = new Rows(take);
  if (kindOf(bytes) === 'xlsx') await readXlsx(bytes, rows, progress);
  else readCsv(bytes, rows, progress);
  if (rows.headerRow === 0) throw new SheetError('The sheet is empty: put the names of the columns into its first row');
  if (rows.count <= 1)
    throw new SheetError('The sheet has no rows below its header: add the members and upload it again');
  return { headerRow: rows.headerRow };
}

/** Reads a whole spreadsheet; see readRows. */
export async function readSheet(bytes: Uint8Array, onProgress?: (percent: number) => void): Promise<Sheet> {
  const all: string[][] = [];
  const { headerRow } = await readRows(bytes, (cells) => all.push(cells), onProgress);
  const width = all.reduce((most, cells) => Math.max(most, cells.length), 0);
  for (const cells of all) while (cells.length < width) cells.push('');
  const [header = [], ...members] = all;
  return { header: header.map((name) => name.trim()), members, headerRow };
}
