import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSheet } from './read-sheet.ts';
import { SheetError } from './sheet-error.ts';
import { BOMBS } from './testing/bombs.ts';
import { rowXml, sheetXml, text, writeWorkbook } from './testing/workbook.ts';

const failure = (bytes: Uint8Array): Promise<unknown> =>
  readSheet(bytes).then(
    () => 'read',
    (error: unknown) => error,
  );

describe('malicious spreadsheets', () => {
  it.each(BOMBS)('rejects %s', { timeout: 30_000 }, async (_, make, message) => {
    const error = await failure(make());
    expect(error).toBeInstanceOf(SheetError);
    expect(error).toHaveProperty('message', expect.stringContaining(message));
  });

  it('rejects a workbook truncated anywhere', { timeout: 60_000 }, async () => {
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

  it('rejects a workbook with any byte of its sheet changed', async () => {
    const whole = writeWorkbook({ rows: rowXml(1, text('Name')) + rowXml(2, text('Ann')), stored: true });
    const at = Buffer.from(whole.buffer, whole.byteOffset, whole.length).lastIndexOf('Ann');
    whole[at] = 'E'.charCodeAt(0);
    expect(await failure(whole)).toHaveProperty('message', expect.stringContaining('wrong checksum'));
  });

  it('accepts only numbers, never object property names, as references to texts and styles', async () => {
    const rows = `${rowXml(1, text('__proto__'))}<row r="2"><c s="constructor" t="__proto__"><v>7</v></c></row>`;
    expect(await readSheet(writeWorkbook({ rows }))).toMatchObject({ header: ['__proto__'], members: [['7']] });
  });

  it('reads a corrupted workbook or throws a SheetError, and nothing else', { timeout: 120_000 }, async () => {
    const sheet = sheetXml(rowXml(1, text('Name'), text('Born')) + rowXml(2, text('Zoë'), ['s="1"', '<v>36526</v>']));
    const container = writeWorkbook({ sheet, stored: true });
    const spliced = (source: Uint8Array, at: number, length: number, instead: Uint8Array): Uint8Array =>
      Buffer.concat([source.subarray(0, at), instead, source.subarray(at + length)]);
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 4 }),
      fc
        .constantFrom(
          '<c>',
          '</c>',
          '<v>',
          '<row>',
          '</row>',
          '<is><t>',
          '<!--',
          ']]>',
          '<![CDATA[',
          '&#0;',
          '&#xd800;',
          't="s"',
          '-1',
        )
        .map((word) => Buffer.from(word)),
    );
    const change = fc.record({ at: fc.nat(4_000), length: fc.nat(12), piece, isContainer: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, length, piece: instead, isContainer }) => {
        const source = isContainer ? container : Buffer.from(sheet);
        const changed = spliced(source, at % source.length, length, instead);
        const error = await failure(isContainer ? changed : writeWorkbook({ sheet: changed }));
        expect(error === 'read' || error instanceof SheetError).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
