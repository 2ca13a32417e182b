import { writeZip, type ZipEntry } from './zip.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Parts of a workbook, as XML; omitted parts are as written by Excel. */
export interface WorkbookParts {
  /** Rows within sheetData. */
  rows?: string;
  /** Complete first sheet. */
  sheet?: string | Uint8Array;
  /** `<si>` elements. */
  texts?: string;
  /** Complete shared texts. */
  sharedTexts?: string;
  /** Elements within styleSheet. */
  styles?: string;
  sheets?: string;
  properties?: string;
  /** Additional or replacement files. */
  files?: readonly ZipEntry[];
  /** Uncompressed, for truncated files. */
  stored?: boolean;
}

const relations = (list: string): string =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`;
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;

/** The XML of a worksheet with these rows. */
export const sheetXml = (rows: string): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><dimension ref="A1"/><sheetData>${rows}</sheetData><pageMargins left="0.7"/></worksheet>`;

/** Files of a workbook with two sheets, the first one hidden. */
export function workbookFiles(parts: WorkbookParts = {}): ZipEntry[] {
  const sheets =
    parts.sheets ??
    '<sheet name="Old" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Members" sheetId="2" r:id="rId2"/>';
  const standard: ZipEntry[] = [
    { name: '[Content_Types].xml', data: `${HEAD}<Types/>` },
    { name: '_rels/.rels', data: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      data: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">${parts.properties ?? ''}<sheets>${sheets}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
          relation('rId2', 'worksheet', '/xl/worksheets/sheet2.xml') +
          relation('rId3', 'styles', 'styles.xml') +
          relation('rId4', 'sharedStrings', 'sharedStrings.xml'),
      ),
    },
    { name: 'xl/styles.xml', data: `${HEAD}<styleSheet xmlns="${MAIN}">${parts.styles ?? ''}</styleSheet>` },
    {
      name: 'xl/sharedStrings.xml',
      data: parts.sharedTexts ?? `${HEAD}<sst xmlns="${MAIN}">${parts.texts ?? ''}</sst>`,
    },
    { name: 'xl/worksheets/sheet1.xml', data: sheetXml('<row r="1"><c r="A1"><v>1</v></c></row>') },
    { name: 'xl/worksheets/sheet2.xml', data: parts.sheet ?? sheetXml(parts.rows ?? '') },
  ];
  const further = parts.files ?? [];
  const kept = standard.filter(({ name }) => !further.some((file) => file.name === name));
  return [...kept, ...further].map((file) => ({ stored: parts.stored ?? false, ...file }));
}

/** A workbook as Excel would write it. */
export const writeWorkbook = (parts: WorkbookParts = {}): Uint8Array => writeZip(workbookFiles(parts));

/** A row of cells, each as attributes and content: `['t="b"', '<v>1</v>']`. */
export const rowXml = (row: number, ...cells: readonly (readonly [attributes: string, content: string])[]): string =>
  `<row r="${row}">${cells
    .map(
      ([attributes, content], index) => `<c r="${String.fromCharCode(65 + index)}${row}" ${attributes}>${content}</c>`,
    )
    .join('')}</row>`;

/** An inline text cell. */
export const text = (value: string): readonly [string, string] => [
  't="inlineStr"',
  `<is><t xml:space="preserve">${escapeXml(value)}</t></is>`,
];

export const escapeXml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');
