import { z } from 'zod';
import { defineCall, ROLES } from '../call.ts';
import { idInAddress } from '../id.ts';
import { TOPIC } from '../topics.ts';
import { personParams } from './schema.ts';

/** API tokens begin with this, so that secret scanners recognise them; six characters of checksum end them. */
export const TOKEN_PREFIX = 'mc_';
export const TOKEN_PATTERN = /^mc_[0-9A-Za-z]{42}$/;
export const MAX_TOKEN_DAYS = 365;
/** Tokens of one person that have not expired. */
export const MAX_TOKENS = 50;

const role = z.enum(ROLES);
const callName = z.string().regex(/^[a-z][A-Za-z]{2,60}$/, 'must be the name of a call');

export const apiToken = z.object({
  id: z.int(),
  name: z.string(),
  role,
  /** Names of the calls it may make; null: all that its role may. */
  calls: z.array(z.string()).nullable(),
  /** ISO 8601, UTC; like all times here. */
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable(),
  last_address: z.string().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

export const newApiToken = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'must be visible characters'),
  role,
  calls: z.array(callName).min(1).max(200).nullable().default(null),
  expires_in_days: z.int().min(1).max(MAX_TOKEN_DAYS),
});

/** The token itself is in the response to its creation only. */
export const createdApiToken = z.object({ token: z.string(), created: apiToken });
export type CreatedApiToken = z.infer<typeof createdApiToken>;

const tokenList = z.object({ tokens: z.array(apiToken) });
const tokenParams = z.object({ token: idInAddress });

export const listMyTokens = defineCall({
  name: 'listMyTokens',
  method: 'GET',
  path: '/api/me/tokens',
  access: 'viewer',
  summary: 'The own API tokens, without their secrets.',
  topics: () => [TOPIC.tokens],
  answer: tokenList,
});

export const createMyToken = defineCall({
  name: 'createMyToken',
  method: 'POST',
  path: '/api/me/tokens',
  access: 'viewer',
  personOnly: true,
  summary: 'Creates an API token with at most the own role; the token is in this response only.',
  body: newApiToken,
  status: 201,
  answer: createdApiToken,
});

export const revokeMyToken = defineCall({
  name: 'revokeMyToken',
  method: 'DELETE',
  path: '/api/me/tokens/{token}',
  access: 'viewer',
  personOnly: true,
  summary: 'Revokes an own API token at once.',
  params: tokenParams,
  answer: z.object({}),
});

export const listPersonTokens = defineCall({
  name: 'listPersonTokens',
  method: 'GET',
  path: '/api/people/{id}/tokens',
  access: 'admin',
  summary: 'The API tokens of a person, without their secrets.',
  params: personParams,
  topics: () => [TOPIC.tokens],
  answer: tokenList,
});

export const revokePersonToken = defineCall({
  name: 'revokePersonToken',
  method: 'DELETE',
  path: '/api/people/{id}/tokens/{token}',
  access: 'admin',
  summary: 'Revokes an API token of a person at once.',
  params: personParams.extend(tokenParams.shape),
  answer: z.object({}),
});

export const listCalls = defineCall({
  name: 'listCalls',
  method: 'GET',
  path: '/api/calls',
  access: 'viewer',
  summary: 'The calls that an API token may be limited to.',
  answer: z.object({ calls: z.array(z.object({ name: z.string(), summary: z.string(), role })) }),
});

export const tokenCalls = [listMyTokens, createMyToken, revokeMyToken, listPersonTokens, revokePersonToken, listCalls];
