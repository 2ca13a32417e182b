import { SheetError } from './sheet-error.ts';

const UPLOAD = 'upload an .xlsx or .csv file';

/** Signatures of files often uploaded by mistake. */
const OTHERS: readonly (readonly [start: readonly number[], message: string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], `This is an image (PNG), not a spreadsheet: ${UPLOAD}`],
  [[0xff, 0xd8, 0xff], `This is an image (JPEG), not a spreadsheet: ${UPLOAD}`],
  [[0x47, 0x49, 0x46, 0x38], `This is an image (GIF), not a spreadsheet: ${UPLOAD}`],
  [[0x25, 0x50, 0x44, 0x46], `This is a PDF document, not a spreadsheet: ${UPLOAD}`],
  [[0x1f, 0x8b], `This file is compressed (gzip): unpack it and ${UPLOAD}`],
  [[0x37, 0x7a, 0xbc, 0xaf], `This file is compressed (7-Zip): unpack it and ${UPLOAD}`],
  [[0x52, 0x61, 0x72, 0x21], `This file is compressed (RAR): unpack it and ${UPLOAD}`],
];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Signatures of a ZIP archive and of an empty one. */
const ZIP = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];

/**
 * Detects the kind of a file from its bytes, ignoring its name.
 * @throws SheetError that names the actual kind if unsupported
 */
export function kindOf(bytes: Uint8Array): 'xlsx' | 'csv' {
  if (bytes.byteLength === 0) throw new SheetError(`The file is empty: ${UPLOAD}`);
  if (ZIP.some((start) => startsWith(bytes, start))) return 'xlsx';
  if (startsWith(bytes, OLE)) throw new SheetError(oldWorkbook(bytes));
  const other = OTHERS.find(([start]) => startsWith(bytes, start));
  if (other) throw new SheetError(other[1]);
  return 'csv';
}

/** Rejects text that is not a table. */
export function checkTable(text: string): void {
  const start = text.slice(0, 512).trimStart().toLowerCase();
  if (/^(<!doctype|<html|<\?xml|<table|<workbook)/.test(start)) {
    throw new SheetError(
      'This is a web page or XML with the wrong extension: open it in Excel, save it as .xlsx and upload that',
    );
  }
  if (start.startsWith('{\\rtf')) throw new SheetError(`This is a text document (RTF), not a spreadsheet: ${UPLOAD}`);
  // Text has no control characters other than tab, line feed and carriage return.
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text.slice(0, 65_536))) {
    throw new SheetError(`This file is neither a workbook nor text: ${UPLOAD}`);
  }
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** Old and encrypted workbooks are both OLE containers; an encrypted one has a stream of this name. */
function oldWorkbook(bytes: Uint8Array): string {
  const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    'EncryptedPackage',
    0,
    'utf16le',
  );
  return isEncrypted
    ? 'The workbook is password-protected: save it without a password and upload that'
    : 'This is an old Excel workbook (.xls): open it, save it as .xlsx and upload that';
}
