import type { Container } from './container.ts';
import { builtInFormat, type CellFormat, formatOfCode } from './dates.ts';
import { readPart } from './workbook.ts';

/** The formats of the workbook's cell styles, by the number cells name them with. */
export async function readStyles(container: Container, path: string | undefined): Promise<CellFormat[]> {
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
