import type { SequenceItem, SequenceRow } from './sequence.ts';

export const SEQUENCE_KEY = /^[\w-]{8,40}$/;
export const SEQUENCE_ITEM = /^[\w-]{1,40}$/;

/** The key (Idempotency-Key) of the click that runs an item of a sequence: it runs once, in whatever tab. */
export const itemKey = (sequence: string, item: string): string => `seq.${sequence}.${item}`;

/** The sequence and the item of a click; null for a click of its own. */
export function itemOfKey(key: string): { sequence: string; item: string } | null {
  const [word, sequence = '', item = '', ...rest] = key.split('.');
  const isItem = word === 'seq' && SEQUENCE_KEY.test(sequence) && SEQUENCE_ITEM.test(item) && rest.length === 0;
  return isItem ? { sequence, item } : null;
}

/** The items in a state. */
export const itemsIn = ({ items }: SequenceRow, ...states: SequenceItem['state'][]): SequenceItem[] =>
  items.filter(({ state }) => states.includes(state));
