import { describe, expect, it } from 'vitest';
import { readSheet } from './read-sheet.ts';
import { rowXml, text, writeWorkbook } from './testing/workbook.ts';
import { writeZip } from './testing/zip.ts';

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ole = (stream: string): Uint8Array =>
  Buffer.concat([Buffer.from(OLE), Buffer.alloc(600), Buffer.from(stream, 'utf16le')]);
const zip = (...names: string[]): Uint8Array => writeZip(names.map((name) => ({ name, data: '<a/>' })));
const bytes = (...start: number[]): Uint8Array => Buffer.concat([Buffer.from(start), Buffer.alloc(100)]);

describe('files that are not spreadsheets', () => {
  it.each<[string, Uint8Array, string]>([
    ['an empty file', new Uint8Array(), 'The file is empty'],
    ['a PNG', bytes(0x89, 0x50, 0x4e, 0x47), 'image (PNG)'],
    ['a JPEG', bytes(0xff, 0xd8, 0xff, 0xe0), 'image (JPEG)'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'PDF document'],
    ['gzip', bytes(0x1f, 0x8b, 8), 'gzip'],
    ['an old workbook', ole('Workbook'), 'old Excel workbook (.xls)'],
    ['a workbook with a password', ole('EncryptedPackage'), 'is password-protected'],
    ['an OpenDocument file', zip('mimetype', 'content.xml'), 'OpenDocument'],
    ['a binary workbook', zip('xl/workbook.bin'), 'Binary workbooks (.xlsb)'],
    ['a Word document', zip('word/document.xml'), 'Word document'],
    ['another archive', zip('a.txt'), 'ZIP archive'],
    ['a web page', Buffer.from('<html><table><tr><td>x'), 'web page'],
    ['RTF', Buffer.from('{\\rtf1 hello}'), 'text document'],
    ['a program', bytes(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1), 'neither a workbook nor text'],
    ['only a header', Buffer.from('Name,Town\n,,\n'), 'no rows below its header'],
    ['only blank lines', Buffer.from('\n,,\n\n'), 'The sheet is empty'],
    ['an empty workbook', writeWorkbook(), 'The sheet is empty'],
    ['too large a file', new Uint8Array(25 * 1024 * 1024 + 1), 'more than 25 MB'],
    ['too many rows', Buffer.from(`Name\n${'x\n'.repeat(200_001)}`), 'more than 200,000 rows'],
    ['too many columns', Buffer.from(`${'x,'.repeat(201)}\n1\n`), 'more than 200 columns'],
    ['too long a cell', Buffer.from(`Name\n${'x'.repeat(32_768)}\n`), 'a cell has more than 32,767 characters'],
  ])('reports what is wrong with %s', async (_, file, message) => {
    await expect(readSheet(file)).rejects.toThrow(message);
  });

  it('detects the kind by content, not by name', async () => {
    expect(await readSheet(writeWorkbook({ rows: rowXml(1, text('Name')) + rowXml(2, text('Ann')) }))).toMatchObject({
      members: [['Ann']],
    });
    expect(await readSheet(Buffer.from('PK,Name\n1,Ann\n'))).toMatchObject({ header: ['PK', 'Name'] });
    await expect(readSheet(writeZip([]))).rejects.toThrow('ZIP archive');
  });
});
