import { z } from 'zod';
import { ROLES } from '../call.ts';
import { idInAddress } from '../id.ts';
import { givenName } from '../texts.ts';

/** Prefix of API tokens, which secret scanners recognise; tokens end with a six-character checksum. */
export const TOKEN_PREFIX = 'mc_';
export const TOKEN_PATTERN = /^mc_[0-9A-Za-z]{42}$/;
const MAX_TOKEN_DAYS = 365;
/** Maximum unexpired tokens per person. */
export const MAX_TOKENS = 50;

const role = z.enum(ROLES);
const callName = z.string().regex(/^[a-z][A-Za-z]{2,60}$/, 'must be the name of a call');

const apiToken = z.object({
  id: z.int(),
  name: z.string(),
  role,
  /** Names of the calls it may make; null: all that its role allows. */
  calls: z.array(z.string()).nullable(),
  /** ISO 8601, UTC; like all times here. */
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable(),
  last_address: z.string().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

export const newApiToken = z.strictObject({
  name: givenName,
  role,
  calls: z.array(callName).min(1).max(200).nullable().default(null),
  expires_in_days: z.int().min(1).max(MAX_TOKEN_DAYS),
});

/** Only the response to its creation contains the token itself. */
export const createdApiToken = z.object({ token: z.string(), created: apiToken });
export type CreatedApiToken = z.infer<typeof createdApiToken>;

export const tokenList = z.object({ tokens: z.array(apiToken) });
export const tokenParams = z.object({ token: idInAddress });
