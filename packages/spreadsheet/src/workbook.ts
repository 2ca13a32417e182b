import { posix } from 'node:path';
import type { Container } from './container.ts';
import { LIMITS } from './limits.ts';
import { damaged, refused, SheetError } from './sheet-error.ts';
import { readXml, type XmlReader } from './xml.ts';

/** Locations of a workbook's parts, and its date system. */
export interface Workbook {
  /** Path of the first visible sheet. */
  sheet: string;
  styles: string | undefined;
  sharedTexts: string | undefined;
  /** Uses the 1904 date system (old Macs). */
  since1904: boolean;
}

interface Relation {
  /** Last segment of its type's URL, e.g. 'worksheet'. */
  type: string;
  path: string;
}

/** Locates the first visible sheet through relationships. @throws SheetError when there is none */
export async function readWorkbook(container: Container): Promise<Workbook> {
  const root = [...(await readRelations(container, '')).values()].find(({ type }) => type === 'officeDocument');
  if (!root || root.path.endsWith('.bin')) throw notAWorkbook(container);
  const relations = await readRelations(container, root.path);
  const { sheets, since1904 } = await readSheets(container, root.path);
  const found = sheets.map((id) => relations.get(id)).find((relation) => relation?.type === 'worksheet');
  if (!found) throw sheets.length > 0 ? damaged('its sheet is missing') : notAWorkbook(container);
  const pathOf = (type: string): string | undefined =>
    [...relations.values()].find((relation) => relation.type === type && container.has(relation.path))?.path;
  return { sheet: found.path, styles: pathOf('styles'), sharedTexts: pathOf('sharedStrings'), since1904 };
}

/** Reads a part of a workbook other than the sheet and its texts. */
export async function readPart(container: Container, path: string, reader: XmlReader): Promise<void> {
  let count = 0;
  const feed = readXml({
    ...reader,
    open(name, attributes) {
      if ((count += 1) > LIMITS.elements) throw refused('it has too many styles, sheets or links between its parts');
      reader.open(name, attributes);
    },
  });
  await container.read(path, (chunk) => feed.write(chunk));
  feed.end();
}

/** Relationships of a part by id; `of` is '' for the package itself. */
async function readRelations(container: Container, of: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(of);
  const path = posix.join(folder, '_rels', `${posix.basename(of)}.rels`);
  const relations = new Map<string, Relation>();
  if (!container.has(path)) return relations;
  await readPart(container, path, {
    open(name, { Id: id, Type: type, Target: target, TargetMode: mode }) {
      if (name !== 'Relationship' || !id || !type || !target || mode === 'External') return;
      const absolute = posix.join('/', target.startsWith('/') ? target : posix.join(folder, target));
      relations.set(id, { type: type.slice(type.lastIndexOf('/') + 1), path: absolute.slice(1) });
    },
    text: () => undefined,
    close: () => undefined,
  });
  return relations;
}

/** Relationship ids of the visible sheets, in order. */
async function readSheets(container: Container, path: string): Promise<{ sheets: string[]; since1904: boolean }> {
  const sheets: string[] = [];
  let since1904 = false;
  await readPart(container, path, {
    open(name, attributes) {
      if (name === 'workbookPr') since1904 = isTrue(attributes['date1904']);
      if (name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      if (id !== undefined) sheets.push(id);
    },
    text: () => undefined,
    close: () => undefined,
  });
  return { sheets, since1904 };
}

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on';

function notAWorkbook(container: Container): SheetError {
  const save = 'save it as .xlsx or .csv and upload that';
  if (container.has('xl/workbook.bin')) return new SheetError(`Binary workbooks (.xlsb) cannot be read: ${save}`);
  if (container.has('content.xml')) return new SheetError(`OpenDocument files (.ods) cannot be read: ${save}`);
  if (container.has('word/document.xml'))
    return new SheetError('This is a Word document: upload an .xlsx or .csv file');
  return new SheetError('This is a ZIP archive, not a workbook with a sheet: upload the .xlsx or .csv file itself');
}
