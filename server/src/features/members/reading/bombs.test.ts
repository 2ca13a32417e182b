import { describe, expect, it } from 'vitest';
import { readSheet } from './read-sheet.ts';
import { SheetError } from './sheet-error.ts';
import { BOMBS } from './testing/bombs.ts';
import { rowXml, text, writeWorkbook } from './testing/workbook.ts';

const failure = (bytes: Uint8Array): Promise<unknown> =>
  readSheet(bytes).then(
    () => 'read',
    (error: unknown) => error,
  );

describe('spreadsheets made to do harm', () => {
  it.each(BOMBS)('refuses %s', { timeout: 30_000 }, async (_, make, message) => {
    const error = await failure(make());
    expect(error).toBeInstanceOf(SheetError);
    expect(error).toHaveProperty('message', expect.stringContaining(message));
  });

  it('refuses a workbook that is cut off anywhere', { timeout: 60_000 }, async () => {
    const rows = Array.from({ length: 300 }, (_, row) => rowXml(row + 1, text(`Zoë ${row}`), text('東京')));
    for (const stored of [true, false]) {
      const whole = writeWorkbook({ rows: rows.join(''), stored });
      expect((await readSheet(whole)).members).toHaveLength(299);
      const step = stored ? 1024 : 64;
      for (let end = 2; end < whole.length; end += step) {
        const error = await failure(whole.subarray(0, end));
        expect(error, `cut at ${end}`).toBeInstanceOf(SheetError);
      }
    }
  });

  it('refuses a workbook with any byte of its sheet changed', async () => {
    const whole = writeWorkbook({ rows: rowXml(1, text('Name')) + rowXml(2, text('Ann')), stored: true });
    const at = Buffer.from(whole.buffer, whole.byteOffset, whole.length).lastIndexOf('Ann');
    whole[at] = 'E'.charCodeAt(0);
    expect(await failure(whole)).toHaveProperty('message', expect.stringContaining('wrong checksum'));
  });

  it('takes numbers, never names of object properties, for what cells refer to', async () => {
    const rows = `${rowXml(1, text('__proto__'))}<row r="2"><c s="constructor" t="__proto__"><v>7</v></c></row>`;
    expect(await readSheet(writeWorkbook({ rows }))).toMatchObject({ header: ['__proto__'], members: [['7']] });
  });
});
