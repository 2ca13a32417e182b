import { describe, expect, it } from 'vitest';
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
    expect(await cellsOf(cells, { styles })).toEqual(['0.3', '447700900123', '1000', '-5', '01234', '1.5', '7']);
  });

  it.each([
    ['"0"0000000000', '7700900123', '07700900123'],
    ['00000\\-0000', '12345678', '01234-5678'],
    ['00000 000000', '7700900123', '07700 900123'],
    ['\\(000\\) 000-0000', '2015550123', '(201) 555-0123'],
    ['000-00', '1234567', '12345-67'],
    ['"a;b"0_);[Red]-0', '5', 'a;b5'],
    ['+00', '44', '+44'],
    ['000-00', '-5', '-5'],
    ['000-00', '1.5', '1.5'],
    ['0.00', '1.5', '1.5'],
    ['0%', '0.5', '0.5'],
    ['0E+00', '7', '7'],
    ['0/0', '7', '7'],
  ])('shows zeros and literals of the format %s', async (format, value, shown) => {
    expect(await cellsOf([number(value, 1)], { styles: stylesOf(format) })).toEqual([shown]);
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
