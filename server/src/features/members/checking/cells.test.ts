import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmail, oddTelephone, splitEmails, tidyGender, tidyPostcode } from './check-member.ts';
import { readDate } from './read-date.ts';

describe('a date', () => {
  it.each([
    ['31/12/2001', '2001-12-31'],
    ['1/2/2001', '2001-02-01'],
    ['31-12-2001', '2001-12-31'],
    ['31.12.2001', '2001-12-31'],
    ['31 12 2001', '2001-12-31'],
    ['2001-12-31', '2001-12-31'],
    ['2001/12/31', '2001-12-31'],
    ['2001-12-31T00:00:00.000Z', '2001-12-31'],
    ['2001-12-31 23:59:59', '2001-12-31'],
    ['31/12/2001 12:00 AM', '2001-12-31'],
    ['31 Dec 2001', '2001-12-31'],
    ['1st  September 2001', '2001-09-01'],
    ['3-Sept-2001', '2001-09-03'],
    ['December 31, 2001', '2001-12-31'],
    ['29/02/2000', '2000-02-29'],
  ])('%s is %s', (text, date) => {
    expect(readDate(text)).toEqual({ date });
  });

  it.each([
    '',
    '12/31/2001',
    '29/02/2001',
    '30 Foo 2001',
    '0000-00-00',
    '37256',
    '31/12-2001',
    '2001-13-01',
    '1/1/0900',
  ])('%s is none', (text) => {
    expect(readDate(text)).toEqual({ problem: 'no date' });
  });

  it('needs a four-digit year', () => {
    for (const text of ['31/12/01', '1-2-85', '31 Dec 01']) expect(readDate(text)).toEqual({ problem: 'short year' });
  });

  it('round-trips for every day', () => {
    const days = { min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(days), (day) => {
        const date = day.toISOString().slice(0, 10);
        const [year, month, dayOfMonth] = date.split('-');
        for (const text of [date, `${dayOfMonth}/${month}/${year}`, `${Number(dayOfMonth)}.${Number(month)}.${year}`])
          expect(readDate(text)).toEqual({ date });
      }),
    );
  });
});

it('normalizes known words for a gender, and no others', () => {
  expect(['M', 'man', 'F', 'Girl', 'NB', 'Non-Binary', 'x', 'Prefer not to say'].map(tidyGender)).toEqual([
    'male',
    'male',
    'female',
    'female',
    'non-binary',
    'non-binary',
    'other',
    'prefer not to say',
  ]);
  expect(['Unknown', 'N/A'].map(tidyGender)).toEqual(['', '']);
  expect(['agender', '__proto__'].map(tidyGender)).toEqual([undefined, undefined]);
});

it('formats UK postcodes', () => {
  expect(['sw1a1aa', 'M1  1AE', 'ec1a.1bb', 'bfpo 12', 'GIR0AA', 'fiqq1zz'].map(tidyPostcode)).toEqual([
    'SW1A 1AA',
    'M1 1AE',
    'EC1A 1BB',
    'BFPO 12',
    'GIR 0AA',
    'FIQQ 1ZZ',
  ]);
  expect(['90210', 'SW1A', 'D02 X285'].map(tidyPostcode)).toEqual([undefined, undefined, undefined]);
});

it('recognises telephone numbers', () => {
  for (const number of ['07700 900123', '+44 (0)20 7946 0000', '0161 496 0000 ext. 12', '0161-496-0000'])
    expect(oddTelephone(number)).toBeUndefined();
  for (const number of ['none', '123', 'ask mum 07700900123', '1'.repeat(21)])
    expect(oddTelephone(number)).toBe('does not look like a telephone number');
  expect(oddTelephone('7700900123')).toBe('may have lost its leading 0');
});

describe('an e-mail address', () => {
  it('may share a cell with others', () => {
    expect(splitEmails(' a@b.uk; c@d.uk,e@f.uk\ng@h.uk ')).toEqual(['a@b.uk', 'c@d.uk', 'e@f.uk', 'g@h.uk']);
  });

  it.each(['a@b.uk', "o'neil+swim@sub.example.co.uk", 'zoë@müller.example', 'a_b-c@x-y.org', `${'a'.repeat(64)}@b.uk`])(
    '%s is one',
    (email) => expect(isEmail(email)).toBe(true),
  );

  it.each(['', 'none', '@b.uk', 'a@', 'a@b', 'a@@b.uk', 'a@b..uk', '.a@b.uk', 'a@-b.uk', 'a@1.2.3.4', '<a@b.uk>'])(
    '%s is none',
    (email) => expect(isEmail(email)).toBe(false),
  );

  it('has a maximum length, and is rejected quickly beyond it', () => {
    expect(isEmail(`${'a'.repeat(65)}@b.uk`)).toBe(false);
    expect(
      isEmail(`a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}.uk`),
    ).toBe(false);
    expect(isEmail(`${'a.'.repeat(30_000)}@`)).toBe(false);
  });
});
