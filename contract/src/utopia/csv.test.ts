import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellText, toUtopiaRow, utopiaColumns } from './columns.ts';
import { csvCell, fromCsvCell } from '../csv.ts';
import { csvFileName, toCsv } from './csv.ts';
import { toTable } from './table.ts';
import { testServerRow } from './testing.ts';

/** Parses a file according to RFC 4180. */
function parseCsv(text: string): string[][] {
  const lines: string[][] = [];
  let [line, cell, quoted]: [string[], string, boolean] = [[], '', false];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (quoted && letter === '"' && text[at + 1] === '"') cell += text[(at += 1)];
    else if (letter === '"') quoted = !quoted;
    else if (quoted || (letter !== ',' && letter !== '\r')) cell += letter;
    else {
      line.push(cell);
      cell = '';
      if (letter !== '\r') continue;
      lines.push(line);
      line = [];
      at += 1;
    }
  }
  return lines;
}

const fileOf = (rows: ReturnType<typeof toUtopiaRow>[]) => {
  const all = utopiaColumns(rows);
  const matched = Uint32Array.from(rows, (_, place) => place);
  return { all, text: toCsv(toTable(rows, all), { all, shown: all }, matched, { prices: {}, bases: {} }) };
};

const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\t', '\r', '\n', ' ', '|', '\uFF1D', 'cmd', '1'),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describe('the file', () => {
  it('has a header and a row each with the shown columns and the calculated value [UTO-32]', () => {
    const rows = [testServerRow(1), testServerRow(2, { has_gtm: 'yes' })].map(toUtopiaRow);
    const all = utopiaColumns(rows);
    const shown = all.filter(({ key }) => ['tenant_name', 'members', 'has_gtm'].includes(key));
    const changes = { prices: {}, bases: {} };
    // 1,000 members x 12 x (0.06 + 0.3), 3 centres x (250 + 60 + 0 + 20 + 100), tenants: 100 + 300 + 300 + 100.
    expect(toCsv(toTable(rows, all), { all, shown }, Uint32Array.of(1, 0), changes)).toBe(
      'Tenant,Members,GTM,Total Calculated Value\r\nTenant 002,1000,yes,6110.00\r\nTenant 001,1000,no,6410.00\r\n',
    );
  });

  it('quotes commas [UTO-33]', () => {
    expect(csvCell('Leeds, City')).toBe('"Leeds, City"');
    expect(csvCell('5" pool')).toBe('"5"" pool"');
    expect(csvCell('Leeds')).toBe('Leeds');
  });

  it('contains no live formulas and round-trips any text', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(nasty, nasty, nasty), { maxLength: 6 }), (texts) => {
        const rows = texts.map(([tenant_name, bridge, created_by], id) =>
          toUtopiaRow(testServerRow(id, { tenant_name, bridge, created_by })),
        );
        const { all, text } = fileOf(rows);
        const [, ...lines] = parseCsv(text);
        expect(lines).toHaveLength(rows.length);
        for (const cell of lines.flat()) expect(cell.trimStart()).not.toMatch(/^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|%]/);
        expect(lines.map((cells) => cells.slice(0, -1).map(fromCsvCell))).toEqual(
          rows.map((row) => all.map(({ key }) => cellText(row, key))),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the name of the file', () => {
  const row = toUtopiaRow(testServerRow(1));
  const table = toTable([row], utopiaColumns([row]));

  it('has the day and the active filters [UTO-34] (C-116)', () => {
    const filters = {
      tenant_name: 'Leeds / City',
      members: '>=100',
      centres: '>',
      created_by: ' ',
      gone: '=1',
      status: ['Active', 'Inactive'],
      gateway: [],
    };
    expect(csvFileName('2026-11-21', table, filters)).toBe(
      'utopia-2026-11-21-tenant-name-leeds-city-members-gte-100-status-active-inactive.csv',
    );
    // A number without an operator, as an operator without a number, is no filter.
    for (const filter of [{}, { members: '100' }])
      expect(csvFileName('2026-11-21', table, filter)).toBe('utopia-2026-11-21.csv');
    expect(csvFileName('2026-11-21', table, { tenant_name: 'x'.repeat(900) }).length).toBeLessThan(160);
  });
});
