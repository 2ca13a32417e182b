import { readCsv } from './csv.ts';
import { kindOf } from './kind.ts';
import { LIMITS } from './limits.ts';
import { Rows } from './rows.ts';
import { SheetError, tooLarge } from './sheet-error.ts';
import { openContainer, type Container } from './container.ts';
import { builtInFormat, type CellFormat, formatOfCode } from './formats.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readWorkbook, readPart } from './workbook.ts';
import { WorksheetReader } from './worksheet.ts';
import { readXml } from './xml.ts';

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
 * @throws SheetError when the file cannot be read, is too large or has no rows
 */
export async function readRows(bytes: Uint8Array, take: (cells: string[]) => void): Promise<{ headerRow: number }> {
  if (bytes.byteLength > LIMITS.file) throw tooLarge('the file has more than 25 MB');
  const rows = new Rows(take);
  if (kindOf(bytes) === 'xlsx') await readXlsx(bytes, rows);
  else readCsv(bytes, rows);
  if (rows.headerRow === 0) throw new SheetError('The sheet is empty: put the column names in its first row');
  if (rows.count <= 1) throw new SheetError('The sheet has no rows below its header: add some and upload it again');
  return { headerRow: rows.headerRow };
}

/** Reads a whole spreadsheet; see readRows. */
export async function readSheet(bytes: Uint8Array): Promise<Sheet> {
  const all: string[][] = [];
  const { headerRow } = await readRows(bytes, (cells) => all.push(cells));
  const width = all.reduce((most, cells) => Math.max(most, cells.length), 0);
  for (const cells of all) while (cells.length < width) cells.push('');
  const [header = [], ...members] = all;
  return { header: header.map((name) => name.trim()), members, headerRow };
}

/** Formats of the workbook's cell styles, by index. */
async function readStyles(container: Container, path: string | undefined): Promise<CellFormat[]> {
  if (path === undefined) return [];
  const formats = new Map<number, CellFormat>();
  const styles: CellFormat[] = [];
  let inCellStyles = false;
  await readPart(container, path, {
    open(name, attributes) {
      if (name === 'cellXfs') inCellStyles = true;
      const id = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt') formats.set(id, formatOfCode(attributes['formatCode'] ?? ''));
      if (name === 'xf' && inCellStyles) styles.push(formats.get(id) ?? builtInFormat(id));
    },
    text: () => undefined,
    close(name) {
      if (name === 'cellXfs') inCellStyles = false;
    },
  });
  return styles;
}

/** Reads the first visible sheet of an Excel workbook: values by `valueText`, formulas with their saved value. */
async function readXlsx(bytes: Uint8Array, rows: Rows): Promise<void> {
  const container = await openContainer(bytes);
  const workbook = await readWorkbook(container);
  const formats = await readStyles(container, workbook.styles);
  const texts = await readSharedStrings(container, workbook.sharedTexts);
  const feed = readXml(new WorksheetReader(rows, { texts, formats, since1904: workbook.since1904 }));
  await container.read(workbook.sheet, (chunk) => feed.write(chunk));
  feed.end();
}
