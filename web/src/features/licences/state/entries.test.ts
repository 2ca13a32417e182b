import { describe, expect, it } from 'vitest';
import { entriesOf, entryFaults, entryWarning, licenceOf, putEntry, sameEntries, type Entry } from './entries.ts';

const entries: Entry[] = [
  { name: 'client', value: 'Brimham Active' },
  { name: 'centres', value: 12 },
  { name: 'unlimited', value: true },
];

describe('the entries', () => {
  it('survive a round trip through a licence', () => {
    const numbered = [...entries, { name: '2024', value: 'a' }, { name: '7', value: 'b' }];
    const order = numbered.map(({ name }) => name);
    expect(entriesOf(licenceOf(numbered), order)).toEqual(numbered);
  });

  it('cause a warning when expires is not a date', () => {
    const of = (name: string, value: string) => entryWarning({ name, value });
    expect(of('expires', 'abc')).toContain('not a date');
    expect([
      of('expires', '2027-02-30') === null,
      of('expires', ''),
      of('expires', '2027-03-31'),
      of('note', 'abc'),
    ]).toEqual([false, null, null, null]);
  });

  it('are appended, and edited in place, also under another name [LIC-02] [LIC-03]', () => {
    expect(putEntry(entries, null, { name: ' product ', value: ' a ' }).at(-1)).toEqual({
      name: 'product',
      value: ' a ',
    });
    const [first = { name: '', value: '' }] = entries;
    const renamed = putEntry(entries, first, { name: 'customer', value: 'x' });
    expect(renamed.map(({ name }) => name)).toEqual(['customer', 'centres', 'unlimited']);
  });

  it('stay numbers and booleans unless other text is typed', () => {
    const [, centres = null, unlimited = null] = entries;
    const edited = (entry: Entry | null, value: string) =>
      putEntry(entries, entry, { name: entry?.name ?? 'new', value }).find(
        ({ name }) => name === (entry?.name ?? 'new'),
      )?.value;
    expect(['13', '-1.5', 'many', '', '1e999', '007'].map((value) => edited(centres, value))).toEqual([
      13,
      -1.5,
      'many',
      '',
      '1e999',
      '007',
    ]);
    expect(['false', 'no'].map((value) => edited(unlimited, value))).toEqual([false, 'no']);
    expect(edited(null, '13')).toBe('13');
  });

  it('have unique names', () => {
    const [first = null] = entries;
    const fault = 'There is an entry of this name already.';
    expect(entryFaults(entries, null, { name: ' client', value: '' }).name).toBe(fault);
    expect(entryFaults(entries, first, { name: 'centres', value: '' }).name).toBe(fault);
    expect(entryFaults(entries, first, { name: 'client', value: '' })).toEqual({ name: null, value: null });
    expect(entryFaults(entries, null, { name: ' ', value: 'x'.repeat(5_001) })).toEqual({
      name: 'Enter a name.',
      value: 'The value must have at most 5,000 characters.',
    });
  });

  it('are compared regardless of order', () => {
    expect(sameEntries(entries, entries.toReversed())).toBe(true);
    expect(sameEntries(entries, entries.slice(1))).toBe(false);
    expect(sameEntries(entries, [...entries.slice(1), { name: 'client', value: 'Other' }])).toBe(false);
  });
});
