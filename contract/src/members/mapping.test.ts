import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IGNORE, IMPORTABLE_COLUMNS } from './columns.ts';
import { duplicateColumns, suggestMapping } from './mapping.ts';

describe('duplicates', () => {
  it('are columns chosen more than once, each listed once [IMP-14]', () => {
    expect(duplicateColumns(['First Name', 'Notes', 'First Name', 'Notes', 'First Name'])).toEqual([
      'First Name',
      'Notes',
    ]);
  });

  it('never include Ignore, Email Address and the empty choice [IMP-15]', () => {
    expect(duplicateColumns([IGNORE, IGNORE, 'Email Address', 'Email Address', '', ''])).toEqual([]);
  });
});

describe('the suggested mapping', () => {
  it('recognises every importable column by its own name [IMP-03]', () => {
    expect(suggestMapping(IMPORTABLE_COLUMNS)).toEqual(IMPORTABLE_COLUMNS);
    expect(suggestMapping(IMPORTABLE_COLUMNS.map((name) => name.toUpperCase().replaceAll(' ', '_')))).toEqual(
      IMPORTABLE_COLUMNS,
    );
  });

  it.each([
    ['Forename', 'First Name'],
    ['member_surname', 'Last Name'],
    ['LastName', 'Last Name'],
    ['D.O.B.', 'Date of Birth'],
    ['Date fo Birth', 'Date of Birth'],
    ['Addres Line 2', 'Address 2'],
    ['Post Code', 'Postcode'],
    ['Mobile no.', 'Mobile Telephone'],
    ['Tel', 'Home Telephone'],
    ['Emial Adress', 'Email Address'],
    ['E-mail', 'Email Address'],
    ['Medical Conditions', 'Medical Details'],
    ['Dietery Requirments', 'Dietary Requirements'],
    ['Home Center', 'Home Centre'],
    ['Country', ''],
    ['Name', ''],
    ['Address 5', ''],
    ['First Name 2', ''],
    ['Membership number', ''],
    ['', ''],
    ['__proto__', ''],
    ['constructor', ''],
  ])('%s is %s', (name, column) => {
    expect(suggestMapping([name])).toEqual([column]);
  });

  it('assigns a column to the most similar name, and e-mail addresses to all', () => {
    expect(suggestMapping(['Forename', 'First Name', 'Email', 'E-mail 2'])).toEqual([
      '',
      'First Name',
      'Email Address',
      'Email Address',
    ]);
  });

  it('never suggests a duplicate, and is as wide as the spreadsheet', () => {
    const name = fc.oneof(
      fc.constantFrom(...IMPORTABLE_COLUMNS, 'email', 'tel', 'phone'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(name, { maxLength: 40 }), (header) => {
        const suggested = suggestMapping(header);
        expect(suggested).toHaveLength(header.length);
        expect(duplicateColumns(suggested)).toEqual([]);
      }),
    );
  });
});
