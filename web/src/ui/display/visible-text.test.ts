import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spellOutInvisible, visibleText } from './visible-text.ts';

it.each([
  ['is_admin\u202e \u2066// user\u2069', 'is_admin\\u{202E} \\u{2066}// user\\u{2069}'],
  ['pass\u200bword', 'pass\\u{200B}word'],
  ['Zoë – 你好 🏊', 'Zoë – 你好 🏊'],
])('spells out invisible characters: %j', (text, shown) => expect(visibleText(text)).toBe(shown));

it('leaves no character that reorders the text around it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\u202e', '\u2067', '\u200f', '\u061c', '\ufeff', '\n', 'é') });
  let reached = 0;
  fc.assert(
    fc.property(text, (given) => {
      expect(visibleText(given)).not.toMatch(/\p{Bidi_Control}/u);
      if (!/[^aé\n]/.test(given)) {
        reached += 1;
        expect(visibleText(given)).toBe(given);
      }
    }),
  );
  expect(reached).toBeGreaterThan(0);
});

it('shows the part around the first one, and null for a text without one', () => {
  expect(spellOutInvisible('admin')).toBeNull();
  expect(spellOutInvisible('is_admin\u202e')).toBe('is_admin\\u{202E}');
  expect(spellOutInvisible(`${'a'.repeat(100)}\u2066${'b'.repeat(100)}`)).toBe(
    `…${'a'.repeat(40)}\\u{2066}${'b'.repeat(79)}…`,
  );
});
