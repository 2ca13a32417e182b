import { describe, expect, it } from 'vitest';
import { breaksPattern } from './pattern.ts';

describe('a pattern of XML Schema', () => {
  it.each([
    ['[A-Z]{2}\\d{4}', 'AB1234', 'ab1234'],
    ['[A-Z]{2}\\d{4}', 'AB1234', 'xAB1234'],
    ['\\d+(', 'anything', null],
    ['[^@\\s]+@[^@\\s]+', 'a@b.example', 'a b@c'],
    ['0|[1-9]\\d{0,3}', '9999', '00'],
    ['a\\|b', 'a|b', 'a'],
    ['a-b\\-c', 'a-b-c', 'abc'],
    ['$5^', '$5^', '5'],
    ['[\\-+]?\\d', '-5', '*5'],
    ['[\\^$]', '^', 'x'],
    ['\\S', 'x', ' '],
    ['..', 'éß', 'é\n'],
    ['\\d', '٣', 'x'],
    ['', '', 'x'],
  ])('%j matches %j and not %j', (pattern, good, bad) => {
    expect(breaksPattern(pattern, good)).toBe(false);
    if (bad !== null) expect(breaksPattern(pattern, bad)).toBe(true);
  });

  it.each([
    '(a+)+b',
    '(a|aa)*',
    '\\p{Lu}',
    '[a-z-[aeiou]]',
    '\\i\\c*',
    'a*a*a*b',
    '[z-a]',
    'a{2',
    'a**',
    '\\',
    '[',
    ')',
  ])('is left to the service to check if it is %j', (pattern) =>
    expect(breaksPattern(pattern, `${'a'.repeat(1_000)}!`)).toBe(false),
  );

  it('is left to the service to check for values that are long for its number of branches', () => {
    expect(breaksPattern('a*a*b', 'a'.repeat(2_000))).toBe(true);
    expect(breaksPattern('a*a*b', 'a'.repeat(2_001))).toBe(false);
    const many = Array.from({ length: 80 }).fill('a*a*b').join('|');
    expect(breaksPattern(many, 'a'.repeat(223))).toBe(true);
    expect(breaksPattern(many, 'a'.repeat(224))).toBe(false);
  });
});
