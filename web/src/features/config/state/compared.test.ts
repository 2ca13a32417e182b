import type { ComparedCell, ComparedRow, ComparedServer } from '@mission-control/contract/config/history';
import { describe, expect, it } from 'vitest';
import { tableCsv } from '../../../lib/table-csv.ts';
import { cellNote, comparedServersColumns, groupText, marksOf, rowsFor, serverRemark } from './compared.ts';

const cell = (variant: number, value = `v${variant}`, more: Partial<ComparedCell> = {}): ComparedCell => ({
  value,
  masked: false,
  form: 'constant',
  variant,
  ...more,
});
const secret = (variant: number) => cell(variant, '', { masked: true });
const changed: ComparedRow = {
  key: 'A',
  saved: cell(0),
  committed: cell(0),
  servers: [
    { hosts: ['web-1', 'web-3'], cell: cell(0) },
    { hosts: ['web-2'], cell: cell(1) },
  ],
};
const waiting: ComparedRow = {
  key: 'B',
  saved: cell(0),
  committed: null,
  servers: [{ hosts: ['web-1', 'web-2', 'web-3'], cell: null }],
};
const server = (host: string, more: Partial<ComparedServer> = {}): ComparedServer => ({
  host,
  environment: 'web',
  state: 'changed',
  other_text: [],
  more_other_text: false,
  ...more,
});

describe('the rows of one server', () => {
  it('are the settings that differ from the saved or committed ones, with its own value only', () => {
    expect(rowsFor([changed, waiting], 'web-1').map((row) => row.key)).toEqual(['B']);
    expect(rowsFor([changed, waiting], 'web-2')).toMatchObject([
      { key: 'A', servers: [{ hosts: ['web-2'], cell: { variant: 1 } }] },
      { key: 'B', servers: [{ hosts: ['web-2'], cell: null }] },
    ]);
    expect(rowsFor([changed, waiting], null)).toHaveLength(2);
  });
});

describe('a row', () => {
  it('states whether it is pending, and whether a server was changed since the last commit', () => {
    expect(marksOf(changed)).toEqual({ waiting: false, changed: true });
    expect(marksOf(waiting)).toEqual({ waiting: true, changed: false });
  });

  it('names its servers, or states that it applies to all', () => {
    expect(groupText(waiting, ['web-1', 'web-2', 'web-3'])).toBe('All 3 that could be read');
    expect(groupText(changed, ['web-1', 'web-3'])).toBe('web-1, web-3');
  });

  it('states which secrets are equal, since they are hidden', () => {
    const row: ComparedRow = {
      key: 'PASS',
      saved: secret(0),
      committed: secret(1),
      servers: [0, 1, 2].map((variant) => ({ hosts: [`web-${variant}`], cell: secret(variant) })),
    };
    expect(cellNote(row.saved, row)).toBeNull();
    expect(cellNote(row.committed, row)).toBe('Differs from the saved one');
    expect(row.servers.map((one) => cellNote(one.cell, row))).toEqual([
      'As saved',
      'As committed',
      'Differs from both',
    ]);
  });

  it('states the difference between values that look alike', () => {
    const forms: ComparedRow = { ...waiting, saved: cell(0, 'x'), committed: cell(1, 'x', { form: 'variable' }) };
    expect([cellNote(forms.saved, forms), cellNote(forms.committed, forms)]).toEqual(['Constant', 'Variable']);
    const kinds: ComparedRow = { ...waiting, saved: cell(0, '1'), committed: cell(1, '1') };
    expect(cellNote(kinds.saved, kinds)).toBe('The same text, but written as another kind of value');
    expect(cellNote(changed.saved, changed)).toBeNull();
  });
});

describe('the remark on a server', () => {
  it('is empty if its file is the committed one or the rows show all differences', () => {
    expect(serverRemark(server('web-1', { state: 'same' }), [])).toBeNull();
    expect(serverRemark(server('web-2'), [changed])).toBeNull();
  });

  it('states why it could not be read, or that it has no file', () => {
    expect(serverRemark(server('web-1', { state: 'unreadable', error: 'No response.' }), [])).toMatchObject({
      title: 'web-1 could not be read.',
      text: 'No response.',
    });
    expect(serverRemark(server('web-1', { state: 'missing' }), [])?.title).toBe('web-1 has no file.');
  });

  it('names the lines that are not settings', () => {
    const one = server('web-1', { other_text: [{ first: 4, last: 4 }] });
    expect(serverRemark(one, [])?.text).toBe('Line 4 of its file is no setting of this config. Commit removes it.');
    const many = server('web-1', {
      other_text: [
        { first: 4, last: 4 },
        { first: 6, last: 9 },
      ],
      more_other_text: true,
    });
    expect(serverRemark(many, [])?.text).toBe(
      'Lines 4, 6–9 and further ones of its file are no setting of this config. Commit removes them.',
    );
  });

  it('states that only the formatting differs', () => {
    expect(serverRemark(server('web-1'), [changed])?.title).toBe('web-1 has the same settings, written differently.');
  });
});

it('the compared rows are downloaded with a column for each server, and without secrets', () => {
  const hidden: ComparedRow = {
    key: 'C',
    saved: secret(0),
    committed: secret(0),
    servers: [{ hosts: ['web-1', 'web-2'], cell: secret(1) }],
  };
  const rows = [changed, waiting, hidden];
  expect(tableCsv(comparedServersColumns(rows), rows).split('\r\n')).toEqual([
    'Name,Saved,Committed,web-1,web-2,web-3',
    'A,v0,v0,v0,v1,v0',
    'B,v0,missing,missing,missing,missing',
    'C,hidden 1,hidden 1,hidden 2,hidden 2,not read',
    '',
  ]);
});
