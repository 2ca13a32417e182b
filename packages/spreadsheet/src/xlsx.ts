import { openContainer } from './container.ts';
import type { Rows } from './rows.ts';
import { readSharedTexts } from './shared-texts.ts';
import { readStyles } from './styles.ts';
import { readWorkbook } from './workbook.ts';
import { WorksheetReader } from './worksheet.ts';
import { readXml } from './xml.ts';

/**
 * Reads the first visible sheet of an Excel workbook: values as shown, formulas by the value they had when it was saved.
 * @param progress gets how much of the sheet is read, in percent
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
