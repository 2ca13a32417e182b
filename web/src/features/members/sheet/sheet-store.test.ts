import { describe, expect, it } from 'vitest';
import { createSheetStore } from './sheet-store.ts';

const blob = (value: unknown) => new Blob([JSON.stringify(value)]);
const SHEET = {
  valid: true,
  header: ['a', 'b'],
  members: Array.from({ length: 200 }, (_, row) => [`a${row}`, 'x'.repeat(row)]),
  output: 'x.sql',
  error: '',
  suggested: ['First Name', ''],
  count: 199,
  header_row: 3,
};

describe('the store of the worker', () => {
  it('returns the requested members with long cells truncated', async () => {
    const store = createSheetStore();
    expect(await store.read({ answer: blob(SHEET) })).toEqual({
      valid: true,
      sheet: {
        header: SHEET.header,
        suggested: ['First Name', 'Ignore'],
        rows: 200,
        count: 199,
        headerRow: 3,
        output: 'x.sql',
      },
    });
    expect(await store.rows({ from: 2, to: 4 })).toEqual([
      ['a2', 'xx'],
      ['a3', 'xxx'],
    ]);
    expect((await store.rows({ from: 199, to: 264 }))[0]?.[1]).toBe(`${'x'.repeat(160)}…`);
    const body = await store.body({ headers: ['Notes', 'Notes'], dialect: 'mariadb', headerRow: 3 });
    expect((JSON.parse(await body.text()) as typeof SHEET).members[199]?.[1]).toHaveLength(199);
  });

  it('spells out invisible characters in the shown cells, and sends them unchanged', async () => {
    const store = createSheetStore();
    await store.read({ answer: blob({ ...SHEET, members: [['a\u202Eb', '']] }) });
    expect(await store.rows({ from: 0, to: 1 })).toEqual([['a\\u{202E}b', '']]);
    const body = await store.body({ headers: ['Notes', 'Notes'], dialect: 'mariadb', headerRow: 3 });
    expect((JSON.parse(await body.text()) as typeof SHEET).members[0]?.[0]).toBe('a\u202Eb');
  });

  it('sends something of a row that has ignored columns only, so that it is not skipped as empty', async () => {
    const store = createSheetStore();
    const members = [
      ['77', ''],
      ['78', 'Ann'],
      ['', ''],
    ];
    await store.read({ answer: blob({ ...SHEET, members }) });
    const body = await store.body({ headers: ['Ignore', 'First Name'], dialect: 'mariadb', headerRow: 3 });
    expect((JSON.parse(await body.text()) as typeof SHEET).members).toEqual([
      ['77', ''],
      ['', 'Ann'],
      ['', ''],
    ]);
  });

  it('returns the reason when there are no members', async () => {
    const store = createSheetStore();
    const answer = blob({ valid: false, header: [], members: [], output: '', error: 'This is a picture.' });
    expect(await store.read({ answer })).toEqual({ valid: false, error: 'This is a picture.' });
    await expect(store.read({ answer: new Blob(['<html>']) })).rejects.toThrow();
    await expect(store.read({ answer: blob(null) })).rejects.toThrow('could not be read');
  });

  it('returns no SQL for members with errors, and needs the documented keys only', async () => {
    const store = createSheetStore();
    const refused = await store.check({ answer: blob({ valid: true, sql: 'x', errors: ['No.'], warnings: [] }) });
    expect([refused.valid, refused.sql]).toEqual([false, null]);
    const checked = await store.check({ answer: blob({ valid: true, sql: 'é', errors: [], warnings: ['w'] }) });
    expect(await checked.sql?.text()).toBe('é');
    expect(checked).toMatchObject({ valid: true, warnings: ['w'], cells: [] });
  });
});
