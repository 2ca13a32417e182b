import { expect, it } from 'vitest';
import { initials } from './initials.ts';

it.each([
  ['anna', 'A'],
  ['anna.lowe', 'AL'],
  ['anna-maria.lowe', 'AL'],
  ['émile 7', 'É7'],
  ['ane\u0301 lowe', 'AL'],
  ['𐐨𐑌 lowe', '𐐀L'],
  ['...', '?'],
])('shows %s as %s', (name, letters) => expect(initials(name)).toBe(letters));
