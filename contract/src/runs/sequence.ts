import { z } from 'zod';
import { RUN_KINDS, type RunKind } from './kinds.ts';
import { SEQUENCE_ITEM, SEQUENCE_KEY } from './rules.ts';

/** Names a sequence; made by the browser that begins it. */
export const sequenceKey = z.string().regex(SEQUENCE_KEY, 'must be 8 to 40 letters, digits, hyphens or underscores');
export const sequenceItem = z.object({
  /** What tells it from the others: the id of a tenant, an environment. */
  item: z.string().regex(SEQUENCE_ITEM, 'must be up to 40 letters, digits, hyphens or underscores'),
  name: z.string().max(300),
});

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

/** The least a call to begin one says. */
export interface NewSequence {
  key: string;
  kind: RunKind;
  facts: Record<string, string>;
  items: { item: string; name: string }[];
}
