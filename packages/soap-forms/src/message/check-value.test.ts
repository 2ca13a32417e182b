import { describe, expect, it } from 'vitest';
import { readValue } from './check-value.ts';
import type { Simple } from './plan.ts';

const of = (builtIn: string, more: Partial<Simple> = {}): Simple => ({
  builtIn,
  options: null,
  isList: false,
  facets: {},
  ...more,
});

describe('a typed value', () => {
  it.each([
    ['int', ' +7 ', '+7'],
    ['unsignedLong', '18446744073709551615', '18446744073709551615'],
    ['decimal', '.5', '.5'],
    ['double', '-INF', '-INF'],
    ['boolean', '1', '1'],
    ['date', '2028-02-29', '2028-02-29'],
    ['dateTime', '2026-11-21', '2026-11-21T00:00:00'],
    ['dateTime', '2026-11-21T10:30', '2026-11-21T10:30:00'],
    ['dateTime', '2026-11-21T10:30:00.5+01:00', '2026-11-21T10:30:00.5+01:00'],
    ['time', '10:30', '10:30:00'],
    ['duration', 'P1Y2M3DT4H5M6.7S', 'P1Y2M3DT4H5M6.7S'],
    ['base64Binary', 'aGVs\nbG8=', 'aGVsbG8='],
    ['string', '  as\tit is ', '  as\tit is '],
    ['token', '  a \n b ', 'a b'],
    ['constructor', 'a', 'a'],
  ])('of %s may be %j', (builtIn, typed, value) => {
    expect(readValue(of(builtIn), typed)).toEqual({ value });
  });

  it.each([
    ['int', '2147483648', 'is out of range for int'],
    ['unsignedByte', '-1', 'is out of range for unsignedByte'],
    ['positiveInteger', '0', 'is out of range for positiveInteger'],
    ['integer', '1.0', 'must be a whole number'],
    ['decimal', '1e3', 'must be a number such as 12.50'],
    ['boolean', 'yes', 'must be true or false'],
    ['date', '2027-02-29', 'is not a valid date'],
    ['date', '21.11.2026', 'must be a date such as 2026-11-21'],
    ['time', '25', 'must be a time such as 10:30:00'],
    ['duration', 'P', 'must be a duration such as P1DT12H'],
    ['base64Binary', 'abc', 'must be base64'],
    ['hexBinary', 'abc', 'must be hexadecimal'],
    ['string', 'a\u0001', 'contains a character that is not allowed in XML'],
  ])('of %s may not be %j', (builtIn, typed, fault) => {
    expect(readValue(of(builtIn), typed)).toEqual({ fault });
  });

  it('is checked against the facets of its type', () => {
    const text = of('string', { facets: { minLength: '2', maxLength: '3' } });
    expect(readValue(text, '🏊')).toEqual({ fault: 'must have at least 2 characters' });
    expect(readValue(text, '🏊🏊🏊')).toEqual({ value: '🏊🏊🏊' });
    expect(readValue(text, 'abcd')).toEqual({ fault: 'must have at most 3 characters' });
    const number = of('decimal', { facets: { minExclusive: '0', maxInclusive: '1' } });
    expect(readValue(number, '0')).toEqual({ fault: 'must be more than 0' });
    expect(readValue(number, '1.01')).toEqual({ fault: 'must be at most 1' });
    const money = of('decimal', { facets: { totalDigits: '5', fractionDigits: '2' } });
    expect(readValue(money, '-0123.4500')).toEqual({ value: '-0123.4500' });
    expect(readValue(money, '123.456')).toEqual({ fault: 'must have at most 5 digits' });
    expect(readValue(money, '1.234')).toEqual({ fault: 'must have at most 2 decimal places' });
    const postcode = of('token', { facets: { pattern: '[A-Z]{1,2}\\d [0-9][A-Z]{2}' } });
    expect(readValue(postcode, ' EH1  1AA ')).toEqual({ value: 'EH1 1AA' });
    expect(readValue(postcode, 'eh1 1aa')).toEqual({ fault: 'must match [A-Z]{1,2}\\d [0-9][A-Z]{2}' });
    const hash = of('hexBinary', { facets: { length: '2' } });
    expect(readValue(hash, '0aff')).toEqual({ value: '0aff' });
    expect(readValue(hash, '0a')).toEqual({ fault: 'must have 2 bytes' });
    const photo = of('base64Binary', { facets: { maxLength: '4' } });
    expect(readValue(photo, 'aGVsbA==')).toEqual({ value: 'aGVsbA==' });
    expect(readValue(photo, 'aGVsbG8=')).toEqual({ fault: 'must have at most 4 bytes' });
    const tags = of('string', { isList: true, facets: { minLength: '1', maxLength: '2' } });
    expect(readValue(tags, ' alpha  beta ')).toEqual({ value: 'alpha beta' });
    expect(readValue(tags, 'a b c')).toEqual({ fault: 'must have at most 2 items' });
    expect(readValue(tags, ' ')).toEqual({ fault: 'must have at least 1 items' });
    const twoDays = of('string', { options: ['Mon', 'Tue'], isList: true, facets: { length: '2' } });
    expect(readValue(twoDays, 'Mon')).toEqual({ fault: 'must have 2 items' });
    const days = of('string', { options: ['Mon', 'Tue'], isList: true });
    expect(readValue(days, ' Mon  Tue ')).toEqual({ value: 'Mon Tue' });
    expect(readValue(days, 'Mon Wed')).toEqual({ fault: 'must be one of the listed values' });
    expect(readValue(of('int', { isList: true }), '1 two')).toEqual({ fault: 'must be a whole number' });
  });
});
