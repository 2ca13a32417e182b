import { csvCell } from '@mission-control/contract/csv';
import { createElement, type ReactNode } from 'react';
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
  { id: 'count', header: 'Count', cell: () => 3 },
  { id: 'chart', header: 'Chart', cell: () => null },
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
      '"Brimham, Active",2026-11-21T09:00:00.000Z,yes,3',
      'Ashdown,,no,3',
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

  it('has the words of links and chips, also in its headers, but not those of buttons', () => {
    const part = (...children: ReactNode[]) => createElement('span', null, ...children);
    const columns: readonly Column<Row>[] = [
      { id: 'name', header: part('Name'), cell: ({ name }) => part(part(name), ' ', 2) },
      { id: 'do', header: 'Actions', cell: () => part('Remove') },
    ];
    expect(tableCsv(columns, [{ name: 'Brimham', seen: null, on: true }])).toBe('Name\r\nBrimham 2\r\n');
  });

  it('has only its headers when no row has text', () => {
    expect(tableCsv(COLUMNS, [])).toBe('Name,Seen,On,Count,Chart\r\n');
  });
});
