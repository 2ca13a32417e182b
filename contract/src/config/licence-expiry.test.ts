import fc from 'fast-check';
import { expect, it } from 'vitest';
import { licenceChip, licenceExpiry, licenceSentence } from './licence-expiry.ts';

const NOW = new Date('2026-11-21T23:30:00Z');
const texts = (expires: string | null): [string, string] => {
  const expiry = licenceExpiry(expires, NOW);
  return [licenceChip(expiry), licenceSentence(expiry)];
};

it('never expires without a date [LEXP-01]', () => {
  expect(texts(null)).toEqual(['', 'Licence never expires']);
  expect(texts(' ')).toEqual(['', 'Licence never expires']);
});

it.each(['abc', '2026-02-30', '2026-13-01', '21/11/2026', '2026-11-21x', '0000'])(
  'warns of the invalid date %s [LEXP-02]',
  (text) => {
    expect(texts(text)).toEqual(['Invalid date', 'Invalid licence expiry date']);
  },
);

it('has expired from the day after its date, by the UTC calendar [LEXP-03]', () => {
  expect(texts('2026-11-20')).toEqual(['Expired', 'Licence expired on 20 Nov 2026']);
  expect(texts('2026-11-21')[0]).not.toBe('Expired');
});

it('expires soon with fewer than 91 days left [LEXP-04]', () => {
  expect(texts('2026-11-21')).toEqual(['Expires in 0 days', 'Licence expires in 0 days (21 Nov 2026)']);
  expect(texts('2026-11-22')).toEqual(['Expires in 1 days', 'Licence expires in 1 days (22 Nov 2026)']);
  expect(texts('2027-02-19')).toEqual(['Expires in 90 days', 'Licence expires in 90 days (19 Feb 2027)']);
});

it('is fine with 91 days or more [LEXP-05]', () => {
  expect(texts('2027-02-20')).toEqual(['20 Feb 2027', 'Licence expires on 20 Feb 2027']);
  expect(texts('2028-03-14T12:00:00Z')[1]).toBe('Licence expires on 14 Mar 2028');
});

it('accepts any text without throwing', () => {
  fc.assert(fc.property(fc.string(), (text) => void licenceSentence(licenceExpiry(text, NOW))));
});
