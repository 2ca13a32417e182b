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
  for (const max of [9, 10]) expect(peerLine('No such user', max, [])).toBe('No such …');
});

it.each([
  ['swimming', 'swim\0ming'],
  ['swim and dive', 'swim \t and\u200B dive'],
  ['swim  and dive', 'swim  \0and dive'],
])('masks the secret %j that a peer repeats with characters that are removed: %j', (secret, repeated) => {
  expect(peerLine(`No ${repeated}.`, 100, [secret])).toBe(`No ${MASKED}.`);
});
