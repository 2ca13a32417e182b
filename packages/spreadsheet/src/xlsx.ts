import { openContainer, type Container } from './container.ts';
import { builtInFormat, type CellFormat, formatOfCode } from './dates.ts';
import type { Rows } from './rows.ts';
import { readSharedTexts } from './shared-texts.ts';
import { readWorkbook, readPart } from './workbook.ts';
import { WorksheetReader } from './worksheet.ts';
import { readXml } from './xml.ts';

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

/**
 * Reads the first visible sheet of an Excel workbook: values as displayed, formulas with their saved value.
 * @param progress receives the share of the sheet read, in percent
 */
export async function readXlsx(bytes: Uint8Array, rows: Rows, progress: (percent: number) => void): Promise<void> {
  const container = await openContainer(bytes);
  const workbook = await readWorkbook(container);
  const formats = await readStyles(container, workbook.styles);
  const texts = await readSharedTexts(container, workbook.sharedTexts);
  const feed = readXml(new WorksheetReader(rows, { texts, formats, since1904: workbook.since1904 }));
  const size = container.sizeOf(workbook.sheet);
  let read = 0;
  await container.read(workbook.sheet, (chunk) => {
    feed.write(chunk);
    read += chunk.byteLength;
    progress((100 * read) / size);
  });
  feed.end();
}
