import { constants, deflateRawSync } from 'node:zlib';
import { rowXml, sheetXml, text, type WorkbookParts, workbookFiles, writeWorkbook } from './workbook.ts';
import { writeZip, type ZipEntry } from './zip.ts';

const SHEET = 'xl/worksheets/sheet2.xml';
const MIB = 1024 * 1024;
const ROWS = rowXml(1, text('Name'), text('Town')) + rowXml(2, text('Ann'), text('Rye'));

/** Deflated data that unpacks to `mib` MiB of the letter a, at about 1 kB each. */
function deflatedLetters(mib: number): Uint8Array {
  const part = deflateRawSync(Buffer.alloc(MIB, 'a'), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: mib }, () => part), Buffer.from([3, 0])]);
}

const withSheet = (sheet: Partial<ZipEntry>): Uint8Array =>
  writeWorkbook({ files: [{ name: SHEET, data: '', ...sheet }] });
const withRows = (rows: string, parts: WorkbookParts = {}): Uint8Array =>
  writeWorkbook({ rows: ROWS + rows, ...parts });
const withFiles = (...files: ZipEntry[]): Uint8Array => writeZip([...workbookFiles({ rows: ROWS }), ...files]);
const withDtd = (dtd: string, value: string): Uint8Array =>
  withSheet({
    data: sheetXml(rowXml(3, ['t="inlineStr"', `<is><t>${value}</t></is>`])).replace(
      '?>',
      `?><!DOCTYPE worksheet [${dtd}]>`,
    ),
  });
const farCell = (reference: string): Uint8Array => withRows(`<row r="3"><c r="${reference}"><v>1</v></c></row>`);

function millionTexts(count: number): Uint8Array {
  const texts = Array.from({ length: 1_000_000 }, (_, index) => `<si><t>Name ${index}</t></si>`).join('');
  return withRows('', { sharedTexts: `<sst uniqueCount="${count}">${texts}</sst>` });
}

function manyEntities(): Uint8Array {
  const levels = Array.from({ length: 10 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`);
  return withDtd(`<!ENTITY l0 "lol">${levels.join('')}`, '&l10;');
}

function longTextOften(): Uint8Array {
  const cells = Array.from({ length: 100 }, () => '<c t="s"><v>0</v></c>').join('');
  const rows = Array.from({ length: 100 }, () => `<row>${cells}</row>`).join('');
  return withRows(rows, { texts: `<si><t>${'x'.repeat(32_000)}</t></si>` });
}

/** Letters that barely compress, so that the ratio limit does not apply. */
function noise(length: number): string {
  let state = 7;
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return 97 + ((state >>> 16) % 26);
    }),
  ).toString('latin1');
}

/** Malicious spreadsheets, each with part of the expected error message. */
export const BOMBS: readonly (readonly [name: string, make: () => Uint8Array, message: string])[] = [
  [
    '524 kB that unpack to 512 MiB',
    () => withSheet({ packed: deflatedLetters(512), size: 512 * MIB }),
    'many times its size',
  ],
  [
    '512 MiB that say they are 900 bytes',
    () => withSheet({ packed: deflatedLetters(512), size: 900 }),
    'larger than declared',
  ],
  ['512 MiB that say they are 100 MB', () => withSheet({ packed: deflatedLetters(512), size: 1e8 }), 'not well-formed'],
  ['a part that declares 4 GB', () => withSheet({ data: 'x', size: 0xfffffff0 }), 'many times its size'],
  ['a part that declares a larger size', () => withSheet({ data: sheetXml(ROWS), size: 9_999 }), 'ends early'],
  ['another checksum', () => withSheet({ data: sheetXml(ROWS), crc: 1 }), 'wrong checksum'],
  [
    'a nested archive',
    () => writeZip([{ name: 'a.zip', data: withSheet({ packed: deflatedLetters(64) }) }]),
    'ZIP archive',
  ],
  ['a nested workbook', () => withSheet({ data: writeWorkbook({ rows: ROWS }) }), 'not UTF-8'],
  ['a million shared texts', () => millionTexts(1_000_000), 'a million distinct texts'],
  ['a million shared texts declared as one', () => millionTexts(1), 'a million distinct texts'],
  [
    'a million and one styles',
    () => withRows('', { styles: `<cellXfs>${'<xf/>'.repeat(1_000_001)}</cellXfs>`, stored: true }),
    'too many styles',
  ],
  ['a cell in ZZZ9999999', () => farCell('ZZZ9999999'), 'outside of the sheet'],
  ['a cell in XFE1', () => farCell('XFE1'), 'outside of the sheet'],
  ['a cell in A1048577', () => farCell('A1048577'), 'outside of the sheet'],
  ['a cell in A0', () => farCell('A0'), 'outside of the sheet'],
  ['a cell without a row', () => farCell('A'), 'outside of the sheet'],
  ['a cell in A-1', () => farCell('A-1'), 'invalid reference'],
  ['a cell with an endless reference', () => farCell(`A${'1'.repeat(100_000)}`), 'outside of the sheet'],
  ['a value in column 201', () => farCell('GS3'), 'more than 200 columns'],
  ['a row far below', () => withRows('<row r="1048577"/>'), 'outside of the sheet'],
  ['a value in row 200,002', () => withRows('<row r="200002"><c><v>1</v></c></row>'), 'more than 200,000 rows'],
  ['rows out of order', () => withRows('<row r="2"/>'), 'out of order'],
  ['a row that is not a number', () => withRows('<row r="1e9x"/>'), 'out of order'],
  ['a missing text', () => withRows('<row r="3"><c t="s"><v>-1</v></c></row>'), 'a missing text'],
  ['an invalid number', () => withRows('<row r="3"><c><v>__proto__</v></c></row>'), 'an invalid number'],
  ['a cell of 33,000 characters', () => withRows(rowXml(3, text(noise(33_000)))), 'a cell has more than'],
  ['a text of 32,000 characters in 10,000 cells', longTextOften, 'more than 60 MB'],
  ['a text of 9 MB', () => withRows(rowXml(3, text(noise(9 * MIB)))), 'no end'],
  ['an attribute of 9 MB', () => withRows(`<row r="${noise(9 * MIB)}"/>`), 'no end'],
  ['elements 200,000 deep', () => withRows('<a>'.repeat(200_000)), 'nested too deeply'],
  ['ten levels of entities', manyEntities, 'document type'],
  [
    'one long entity used often',
    () => withDtd(`<!ENTITY a "${'a'.repeat(50_000)}">`, '&a;'.repeat(5_000)),
    'document type',
  ],
  ['an entity that reads a file', () => withDtd('<!ENTITY a SYSTEM "file:///etc/passwd">', '&a;'), 'document type'],
  [
    'an undefined entity',
    () => withSheet({ data: sheetXml(`${ROWS}<row><c><v>&a;</v></c></row>`) }),
    'not well-formed',
  ],
  ['XML without an end', () => withSheet({ data: sheetXml(ROWS).slice(0, -20) }), 'not well-formed'],
  ['bytes that are not UTF-8', () => withSheet({ data: Buffer.from(sheetXml(`${ROWS}\xff`), 'latin1') }), 'not UTF-8'],
  [
    '2,001 files',
    () => withFiles(...Array.from({ length: 2_001 }, (_, index) => ({ name: `f${index}`, data: '' }))),
    'more than 2000 files',
  ],
  ['the same file twice', () => withFiles({ name: SHEET, data: sheetXml('') }), 'twice'],
  ['the same file in different case', () => withFiles({ name: SHEET.toUpperCase(), data: sheetXml('') }), 'twice'],
  ['an absolute path', () => withFiles({ name: '/etc/passwd', data: '' }), 'list of files'],
  ['a path that leaves the archive', () => withFiles({ name: 'xl/../../etc/passwd', data: '' }), 'list of files'],
  ['a Windows path', () => withFiles({ name: 'C:\\boot.ini', data: '' }), 'list of files'],
  ['a password', () => withSheet({ data: sheetXml(ROWS), flags: 1 }), 'is password-protected'],
  ['an unknown compression', () => withSheet({ data: sheetXml(ROWS), method: 14 }), 'unknown compression'],
  ['invalid compressed data', () => withSheet({ packed: Buffer.alloc(999, 0xff), size: 2_000 }), 'cannot be unpacked'],
];
