import { z } from 'zod';
import { RUN_KINDS, type RunKind } from './kinds.ts';

const KEY = /^[\w-]{8,40}$/;
const ITEM = /^[\w-]{1,40}$/;

/** Names a sequence; made by the browser that begins it. */
export const sequenceKey = z.string().regex(KEY, 'must be 8 to 40 letters, digits, hyphens or underscores');
export const sequenceItem = z.object({
  /** What tells it from the others: the id of a tenant, an environment. */
  item: z.string().regex(ITEM, 'must be up to 40 letters, digits, hyphens or underscores'),
  name: z.string().max(300),
});

/** The key (Idempotency-Key) of the click that runs an item of a sequence: it runs once, in whatever tab. */
export const itemKey = (sequence: string, item: string): string => `seq.${sequence}.${item}`;

/** The sequence and the item of a click; null for a click of its own. */
export function itemOfKey(key: string): { sequence: string; item: string } | null {
  const [word, sequence = '', item = '', ...rest] = key.split('.');
  return word === 'seq' && KEY.test(sequence) && ITEM.test(item) && rest.length === 0 ? { sequence, item } : null;
}

/** `failed`: its run failed, or it was refused before there was one. */
export const ITEM_STATES = ['waiting', 'running', 'succeeded', 'failed'] as const;

/** Several runs that a browser starts one after the other; how far they are is kept here, whatever becomes of the browser. */
export const sequenceRow = z.object({
  key: sequenceKey,
  kind: z.enum(RUN_KINDS),
  facts: z.record(z.string(), z.string()),
  items: z.array(
    sequenceItem.extend({
      state: z.enum(ITEM_STATES),
      run_id: z.int().nullable(),
      /** Why it failed. */
      error: z.string().nullable(),
      /** How long its run took; null while it runs, and without one. */
      seconds: z.int().nullable(),
    }),
  ),
  started_by: z.string(),
  started_at: z.iso.datetime(),
  /** When a person gave up what was left; null when nobody did. */
  closed_at: z.iso.datetime().nullable(),
});
export type SequenceRow = z.infer<typeof sequenceRow>;
export type SequenceItem = SequenceRow['items'][number];

/** The items in a state. */
export const itemsIn = ({ items }: SequenceRow, ...states: SequenceItem['state'][]): SequenceItem[] =>
  items.filter(({ state }) => states.includes(state));

/** The least a call to begin one says. */
export interface NewSequence {
  key: string;
  kind: RunKind;
  facts: Record<string, string>;
  items: { item: string; name: string }[];
}
