import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';

const answer = z.enum(['yes', 'no']);

/**
 * A tenant in the response for the Utopia dashboard. A feature that is a service is the name of its environment ('' = none),
 * which the screen converts to yes or no.
 */
export const utopiaServerRow = z.object({
  id: z.int(),
  tenant_name: z.string(),
  /** Null when not reported. */
  centres: z.int().nullable(),
  /** Null when not reported. */
  members: z.int().nullable(),
  status: z.enum(['Active', 'Inactive']),
  region_name: z.string(),
  /** Leisure management system behind CoursePro; '' = none. */
  bridge: z.string(),
  has_sms: answer,
  /** Payment provider; '' = none. */
  gateway: z.string(),
  has_sdd: answer,
  has_orgs: answer,
  has_ads: answer,
  has_datahub: answer,
  has_gtm: answer,
  has_vouchers: answer,
  coursepro_env: z.string(),
  homeportal_env: z.string(),
  strive_env: z.string(),
  commsportal_env: z.string(),
  insight_env: z.string(),
  /** ISO 8601; '' when unknown: the tenant was imported from an inventory without it. */
  created: z.string(),
  /** '' when unknown. */
  created_by: z.string(),
});
export type UtopiaServerRow = z.infer<typeof utopiaServerRow>;

export const listUtopia = defineCall({
  name: 'listUtopia',
  method: 'GET',
  path: '/api/utopia',
  access: 'viewer',
  topics: () => [TOPIC.tenants],
  throttleMs: 1_000,
  summary: 'All tenants with their features, for the Utopia dashboard.',
  response: z.object({ data: z.array(utopiaServerRow) }),
});
