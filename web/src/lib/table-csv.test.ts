import { csvCell } from '@mission-control/contract/csv';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import type { Column } from '../ui/table/table-column.ts';
import { tableCsv } from './table-csv.ts';

interface Row {
  name: string;
  seen: Date | null;
  on: boolean;
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name },
  { id: 'seen', header: 'Seen', sortValue: ({ seen }) => seen, cell: () => null },
  { id: 'on', header: 'On', text: ({ on }) => on, sortValue: ({ on }) => Number(on), cell: () => null },
  { id: 'count', header: 'Count', cell: () => '1,234' },
  { id: 'chart', header: 'Chart', text: null, cell: () => null },
  { id: 'actions', header: '', cell: () => 'View' },
];

describe('a table as CSV', () => {
  it('has the text of each column, and leaves out drawings and buttons', () => {
    const rows = [
      { name: 'Brimham, Active', seen: new Date('2026-11-21T09:00:00Z'), on: true },
      { name: 'Ashdown', seen: null, on: false },
    ];
    expect(tableCsv(COLUMNS, rows).split('\r\n')).toEqual([
      'Name,Seen,On,Count',
      '"Brimham, Active",2026-11-21T09:00:00.000Z,yes,1234',
      'Ashdown,,no,1234',
      '',
    ]);
  });

  it.each(['=1+1', '+cmd', "'=1", '\t=x', '-2', '@sum', '\uFF1Dx'])(
    'keeps %j from being taken for a formula',
    (name) => {
      const [, line] = tableCsv(COLUMNS.slice(0, 1), [{ name, seen: null, on: false }]).split('\r\n');
      expect(line).toBe(csvCell(name));
      expect(line?.replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it('has the words of drawn headers', () => {
    const header = createElement('span', null, 'Staging', ' ', createElement('b', null, 2));
    expect(tableCsv([{ id: 'name', header, cell: ({ name }: Row) => name }], [])).toBe('Staging 2\r\n');
  });

  it('needs a text for a drawn cell, also if a number sorts it, so that no column is left out', () => {
    const drawn = { id: 'on', header: 'On', cell: () => createElement('b') };
    // @ts-expect-error -- no text
    const silent: Column<Row> = drawn;
    // @ts-expect-error -- the number is a rank
    const ranked: Column<Row> = { ...drawn, sortValue: ({ on }) => Number(on) };
    expect([silent, ranked]).toHaveLength(2);
  });

  it('has only its headers without rows', () => {
    expect(tableCsv(COLUMNS, [])).toBe('Name,Seen,On,Count\r\n');
  });
});
