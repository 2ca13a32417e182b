import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idsInAddress } from '../id.ts';
import { TOPIC } from '../topics.ts';
import { ATTENTION_KINDS } from './kinds.ts';
import { attentionChoice, attentionTenant } from './schema.ts';

/** Tenants of one page of a list. */
const MAX_ASKED = 50;

export const listAttention = defineCall({
  name: 'listAttention',
  method: 'GET',
  path: '/api/attention',
  access: 'viewer',
  topics: () => [TOPIC.attention, TOPIC.tenants, TOPIC.monitors],
  throttleMs: 2_000,
  summary:
    'How many tenants need attention, in all and by reason. With `reason`, also those that need it for this reason or, with `any`, for one of them, with all their reasons, sorted by name. With `tenants`, up to 50 ids separated by commas: those of them that need attention.',
  query: z
    .object({ reason: attentionChoice.optional(), tenants: idsInAddress(MAX_ASKED).optional() })
    .refine(
      ({ reason, tenants }) => reason === undefined || tenants === undefined,
      'Send reason or tenants, not both.',
    ),
  answer: z.object({
    /** Tenants that need attention. */
    needing: z.int(),
    /** Tenants by reason; one with several reasons counts for each. */
    counts: z.object(
      Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, z.int()])) as Record<
        (typeof ATTENTION_KINDS)[number],
        z.ZodInt
      >,
    ),
    tenants: z.array(attentionTenant).optional(),
  }),
});
