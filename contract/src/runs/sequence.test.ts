import { expect, it } from 'vitest';
import { newSequence } from './sequence.ts';

it('has each item once', () => {
  const parse = (...items: string[]) =>
    newSequence.safeParse({
      key: 'sequence-1',
      kind: 'seed',
      facts: {},
      items: items.map((item) => ({ item, name: 'A tenant' })),
    });
  expect(parse('1', '2').success).toBe(true);
  expect(parse('1', '2', '1').error?.issues[0]?.message).toBe('contains an item twice');
});
