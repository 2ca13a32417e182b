import type { SequenceItem, SequenceRow } from './sequence.ts';

export const RUN_KINDS = ['release', 'deploy', 'seed', 'translations', 'branding-generation', 'inventory'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** `unknown`: the process that ran it died, so its outcome is unknown. It is never retried automatically. */
export const RUN_OUTCOMES = ['running', 'succeeded', 'failed', 'aborted', 'unknown'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

export const SEQUENCE_KEY = /^[\w-]{8,40}$/;
export const SEQUENCE_ITEM = /^[\w-]{1,40}$/;

/** Idempotency-Key of the click that runs an item of a sequence, so that it runs once across all tabs. */
export const itemKey = (sequence: string, item: string): string => `seq.${sequence}.${item}`;

/** Parses the sequence and item of a click; null for a click outside a sequence. */
export function itemOfKey(key: string): { sequence: string; item: string } | null {
  const [word, sequence = '', item = '', ...rest] = key.split('.');
  const isItem = word === 'seq' && SEQUENCE_KEY.test(sequence) && SEQUENCE_ITEM.test(item) && rest.length === 0;
  return isItem ? { sequence, item } : null;
}

export const itemsIn = ({ items }: SequenceRow, ...states: SequenceItem['state'][]): SequenceItem[] =>
  items.filter(({ state }) => states.includes(state));
