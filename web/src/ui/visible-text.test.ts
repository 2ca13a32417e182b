import fc from 'fast-check';
import { expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

it.each([
  ['is_admin\u202e \u2066// user\u2069', 'is_admin\\u{202E} \\u{2066}// user\\u{2069}'],
  ['pass\u200bword', 'pass\\u{200B}word'],
  ['Zoë – 你好 🏊', 'Zoë – 你好 🏊'],
])('spells out what is not seen: %j', (text, shown) => expect(visibleText(text)).toBe(shown));

it('leaves nothing that turns the text around it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\u202e', '\u2067', '\u200f', '\u061c', '\ufeff', '\n', 'é') });
  fc.assert(
    fc.property(text, (given) => {
      expect(visibleText(given)).not.toMatch(/\p{Bidi_Control}/u);
      if (!/[^aé\n]/.test(given)) expect(visibleText(given)).toBe(given);
    }),
  );
});
