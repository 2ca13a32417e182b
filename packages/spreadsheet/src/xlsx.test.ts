import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueText } from './cell-text.ts';
import { formatOfCode } from './formats.ts';
import { readSheet } from './read-sheet.ts';
import { escapeXml, rowXml, sheetXml, text, type WorkbookParts, writeWorkbook } from './testing/workbook.ts';

const HEADER = rowXml(1, text('A'), text('B'), text('C'));
/** Cells of the row below the header. */
const cellsOf = async (cells: readonly (readonly [string, string])[], parts: WorkbookParts = {}) => {
  const { members } = await readSheet(writeWorkbook({ rows: rowXml(1, text('A')) + rowXml(2, ...cells), ...parts }));
  return members[0];
};
const number = (value: string, style = 0): [string, string] => [`s="${style}"`, `<v>${value}</v>`];
const stylesOf = (...formats: readonly (number | string)[]): string => {
  const own = formats.map((format, index) =>
    typeof format === 'string'
      ? `<numFmt numFmtId="${170 + index}" formatCode="${escapeXml(format).replaceAll('"', '&quot;')}"/>`
      : '',
  );
  const uses = formats.map((format, index) => `<xf numFmtId="${typeof format === 'string' ? 170 + index : format}"/>`);
  return `<numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${uses.join('')}</cellXfs>`;
};

describe('values of an Excel workbook', () => {
  it('shows shared texts, rich texts without their phonetic guides, and texts of a cell', async () => {
    const texts =
      '<si><t>Zoë</t></si><si><r><rPr><b/></rPr><t>Ann</t></r><r><t xml:space="preserve"> Lee</t></r></si>' +
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>';
    const shared = (index: number): [string, string] => ['t="s"', `<v>${index}</v>`];
    expect(await cellsOf([shared(0), shared(1), shared(2), text('x & <y>')], { texts })).toEqual([
      'Zoë',
      'Ann Lee',
      '東京',
      'x & <y>',
    ]);
  });

  it('keeps outer spaces only if the workbook preserves them', async () => {
    const plain: [string, string] = ['t="inlineStr"', '<is><t>  a b\n</t></is>'];
    expect(await cellsOf([plain, text('  a\u00a0'), text('x')])).toEqual(['a b', '  a\u00a0', 'x']);
  });

  it('decodes escapes of characters that XML cannot represent', async () => {
    expect(await cellsOf([text('a_x000D_b_x005F_x000A_'), text('_x12_ _xZZZZ_'), text('_xD83D__xDE00_')])).toEqual([
      'a\rb_x000A_',
      '_x12_ _xZZZZ_',
      '😀',
    ]);
  });

  it('shows booleans, errors and saved formula values', async () => {
    const cells: [string, string][] = [
      ['t="b"', '<v>1</v>'],
      ['t="b"', '<v>0</v>'],
      ['t="e"', '<v>#N/A</v>'],
      ['t="str"', '<f>CONCAT(A1)</f><v>Sum</v>'],
      ['', '<f>1+1</f><v>2</v>'],
      ['', '<f>NOW()</f>'],
      ['t="d"', '<v>2001-02-03T00:00:00</v>'],
      ['t="d"', '<v>2001-02-03T04:05:06</v>'],
    ];
    expect(await cellsOf(cells)).toEqual([
      'TRUE',
      'FALSE',
      '#N/A',
      'Sum',
      '2',
      '',
      '2001-02-03',
      '2001-02-03 04:05:06',
    ]);
  });

  it('shows numbers with 15 digits like Excel, and leading zeros of their format', async () => {
    const styles = stylesOf('00000', '0.00', '#,##0 "days"');
    const cells = [
      number('0.30000000000000004'),
      number('447700900123'),
      number('1E3'),
      number('-5'),
      number('1234', 1),
      number('1.5', 2),
      number('7', 3),
    ];
    expect(await cellsOf(cells, { styles })).toEqual(['0.3', '447700900123', '1000', '-5', '01234', '1.50', '7 days']);
  });

  it.each([
    ['"0"0000000000', '7700900123', '07700900123'],
    ['00000\\-0000', '12345678', '01234-5678'],
    ['00000 000000', '7700900123', '07700 900123'],
    ['\\(000\\) 000-0000', '2015550123', '(201) 555-0123'],
    ['000-00', '1234567', '12345-67'],
    ['"a;b"0_);[Red]-0', '5', 'a;b5'],
    ['+00', '44', '+44'],
    ['[<=9999]0000;00-0000', '12', '0012'],
    ['000-00', '-5', '-5'],
    ['000-00', '1.5', '1.5'],
    ['0E+00', '7', '7'],
    ['0/0', '7', '7'],
  ])('shows zeros and literals of the format %s', async (format, value, shown) => {
    expect(await cellsOf([number(value, 1)], { styles: stylesOf(format) })).toEqual([shown]);
  });

  it.each([
    ['0', '12.5', '13'],
    ['0.00', '12.5', '12.50'],
    ['0.00', '1.005', '1.01'],
    ['0.00', '-0.5', '-0.50'],
    ['0.00', '-1E-9', '-0.00'],
    ['0.0', '0.05', '0.1'],
    ['0%', '0.15', '15%'],
    ['0.00%', '1.23456', '123.46%'],
    ['0.0 %', '0.5', '50.0 %'],
    ['#,##0', '1234567.5', '1,234,568'],
    ['#,##0', '999', '999'],
    ['#,##0.00', '-1234.5', '-1,234.50'],
    ['£#,##0.00', '-1234.5', '-£1,234.50'],
    ['[$£-809]#,##0.00', '12.5', '£12.50'],
    ['_-[$€-2]* #,##0.00_-;-[$€-2]* #,##0.00_-;_-[$€-2]* "-"??_-;_-@_-', '12.5', '€12.50'],
    ['#,##0.00_);(#,##0.00)', '-1234.5', '(1,234.50)'],
    ['"£"#,##0.00;[Red]\\-"£"#,##0.00', '-1234.567', '-£1,234.57'],
    ['0.00;-0.00;"none"', '-1.5', '-1.50'],
    ['0.00" kg"', '2', '2.00 kg'],
    ['"#,##0 "0.0', '2', '#,##0 2.0'],
    ['0.00', '123456789012345678', '123456789012346000.00'],
  ])('shows the decimal places, percents and thousands of the format %s: %s', async (format, value, shown) => {
    expect(await cellsOf([number(value, 1)], { styles: stylesOf(format) })).toEqual([shown]);
  });

  it.each([
    ['a negative number with a section of text', '0.00;"none"', '-1234.5'],
    ['a zero with its own section', '0.00;-0.00;"none"', '0'],
    ['a condition', '[<100]0.0;0', '1234.5'],
    ['optional decimal places', '0.0#', '1.5'],
    ['thousands that are left out', '#,##0,', '1234567'],
    ['two percent signs', '0%%', '0.5'],
    ['more digits than a number has', '0.00', '1e+22'],
    ['more decimal places than a number has', `0.${'0'.repeat(200)}`, '1.5'],
  ])('shows a number as it is for %s', async (_, format, value) => {
    expect(await cellsOf([number(value, 1)], { styles: stylesOf(format) })).toEqual([value]);
  });

  it('knows the built-in formats of numbers', async () => {
    const styles = stylesOf(1, 2, 3, 4, 9, 10, 37, 38, 39, 40, 11);
    const cells = Array.from({ length: 11 }, (_, at) => number('1234.567', at + 1));
    expect(await cellsOf(cells, { styles })).toEqual([
      '1235',
      '1234.57',
      '1,235',
      '1,234.57',
      '123457%',
      '123456.70%',
      '1,235',
      '1,235',
      '1,234.57',
      '1,234.57',
      '1234.567',
    ]);
  });

  it('rounds any number to the decimal places of its format, halves away from zero', () => {
    const format = fc.record({ decimals: fc.nat(4), isGrouped: fc.boolean(), isPercent: fc.boolean() });
    // A number of up to 15 digits: `digits` with the decimal point moved left by `places`.
    const parts = { digits: fc.integer({ min: -1e14, max: 1e14 }), places: fc.nat(14) };
    const facts = { texts: { at: () => undefined }, since1904: false };
    fc.assert(
      fc.property(format, fc.record(parts), ({ decimals, isGrouped, isPercent }, { digits, places }) => {
        const code = `${isGrouped ? '#,##0' : '0'}${decimals > 0 ? '.' : ''}${'0'.repeat(decimals)}${isPercent ? '%' : ''}`;
        const shown = valueText(`${digits}E-${places}`, 'n', formatOfCode(code), facts);
        expect(shown).toMatch(isGrouped ? /^-?\d{1,3}(,\d{3})*(\.\d+)?%?$/ : /^-?\d+(\.\d+)?%?$/);
        expect(shown.split('.')[1]?.replace('%', '').length ?? 0).toBe(decimals);
        expect(shown.startsWith('-')).toBe(digits < 0);
        // In units of the last decimal place, doubled, so that half of one is whole.
        const given = 2n * BigInt(Math.abs(digits)) * 10n ** BigInt(decimals + (isPercent ? 2 : 0));
        const unit = 10n ** BigInt(places);
        const read = BigInt(shown.replaceAll(/\D/g, ''));
        expect((2n * read - 1n) * unit <= given && given < (2n * read + 1n) * unit).toBe(true);
      }),
    );
  });

  it('shows dates in ISO format, detected by the number format', async () => {
    const styles = stylesOf(
      14,
      'dd/mm/yyyy',
      '[$-809]d mmmm yyyy;@',
      'mmm',
      'hh:mm AM/PM',
      22,
      '"day" 0',
      '[Red]General',
      '[h]:mm',
    );
    const day = '36526';
    const cells = [
      number(day, 1),
      number(day, 2),
      number(day, 3),
      number(day, 4),
      number('0.75', 5),
      number('36526.5', 6),
      number(day, 7),
      number(day, 8),
      number('1.5', 9),
    ];
    expect(await cellsOf(cells, { styles })).toEqual([
      '2000-01-01',
      '2000-01-01',
      '2000-01-01',
      '2000-01-01',
      '18:00:00',
      '2000-01-01 12:00:00',
      `day ${day}`,
      day,
      '1.5',
    ]);
  });

  it('counts days like Excel around the non-existent day in 1900', async () => {
    const cells = ['1', '59', '60', '61', '2958465', '-1', '0', '2958466', '45000.999999'].map((value) =>
      number(value, 1),
    );
    expect(await cellsOf(cells, { styles: stylesOf(14) })).toEqual([
      '1900-01-01',
      '1900-02-28',
      '1900-02-29',
      '1900-03-01',
      '9999-12-31',
      '-1',
      '0',
      '2958466',
      '2023-03-15',
    ]);
  });

  it('supports the 1904 date system', async () => {
    const parts = { styles: stylesOf(14), properties: '<workbookPr date1904="1"/>' };
    expect(await cellsOf([number('0', 1), number('60', 1), number('35064', 1)], parts)).toEqual([
      '1904-01-01',
      '1904-03-01',
      '2000-01-01',
    ]);
  });
});

describe('rows of an Excel workbook', () => {
  it('fills gaps between cells and rows, and drops trailing empty ones', async () => {
    const rows =
      '<row r="2"><c r="B2" t="inlineStr"><is><t> Name </t></is></c></row>' +
      '<row r="5" ht="3"><c r="D5"><v>4</v></c><c r="A5"><v>1</v></c><c r="ZZ5" s="1"/></row>' +
      '<row><c><v>7</v></c><c><v>8</v></c></row><row r="900000"><c r="A900000" s="2"/></row>';
    expect(await readSheet(writeWorkbook({ rows }))).toEqual({
      headerRow: 2,
      header: ['', 'Name', '', ''],
      members: [
        ['', '', '', ''],
        ['', '', '', ''],
        ['1', '', '', '4'],
        ['7', '8', '', ''],
      ],
    });
  });

  it('reads the first visible sheet, wherever it is, with prefixed names', async () => {
    const sheet = sheetXml(HEADER + rowXml(2, number('1')))
      .replaceAll('<', '<x:')
      .replaceAll('<x:/', '</x:')
      .replaceAll('<x:?', '<?')
      .replace('xmlns=', 'xmlns:x=');
    expect(await readSheet(writeWorkbook({ sheet }))).toMatchObject({
      header: ['A', 'B', 'C'],
      members: [['1', '', '']],
    });
  });

  it('reads XML in UTF-16', async () => {
    const xml = sheetXml(HEADER + rowXml(2, text('Łódź 😀'))).replace('UTF-8', 'UTF-16');
    expect((await readSheet(writeWorkbook({ sheet: Buffer.from(`\ufeff${xml}`, 'utf16le') }))).members).toEqual([
      ['Łódź 😀', '', ''],
    ]);
  });
});
