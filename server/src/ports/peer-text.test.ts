import { MASKED } from '@mission-control/contract/soap/rules';
import { expect, it } from 'vitest';
import { createMask, peerLine } from './peer-text.ts';

it.each([
  `swim & "dive"`,
  'swim &amp; "dive"',
  'swim &amp; &quot;dive&quot;',
  String.raw`swim & \"dive\"`,
  'swim%20%26%20%22dive%22',
  Buffer.from('swim & "dive"').toString('base64'),
])('masks a secret that a peer repeats as %s', (repeated) => {
  expect(createMask(['swim & "dive"', "it's"])(`<a>${repeated}</a> it&#039;s it's`)).toBe(
    `<a>${MASKED}</a> ${MASKED} ${MASKED}`,
  );
});

it('leaves one line without control characters, cut between words', () => {
  expect(peerLine('No\r\n \0such\u001B[2J \u202Euser\ud83d ', 100, [])).toBe('No such[2J user ');
  expect(peerLine('No such user', 10, [])).toBe('No such …');
});
