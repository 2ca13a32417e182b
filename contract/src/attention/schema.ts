import { z } from 'zod';
import { ATTENTION_KINDS } from './kinds.ts';

export const attentionReason = z.object({
  kind: z.enum(ATTENTION_KINDS),
  severity: z.enum(['bad', 'warning']),
  /** One sentence without a full stop. */
  text: z.string(),
  /** The relevant time: when it began, or when something ends; ISO 8601. */
  since: z.string().nullable(),
  /** Path of the relevant page. */
  path: z.string(),
});
export type AttentionReason = z.infer<typeof attentionReason>;

/** Filter choices: any reason, or one kind. */
export const attentionChoice = z.enum(['any', ...ATTENTION_KINDS]);
export type AttentionChoice = z.infer<typeof attentionChoice>;

export const attentionTenant = z.object({
  id: z.int(),
  tenant_name: z.string(),
  /** The most urgent first. */
  reasons: z.array(attentionReason),
});
export type AttentionTenant = z.infer<typeof attentionTenant>;
