import { z } from 'zod';

const answer = z.enum(['yes', 'no']);

/**
 * A tenant as the server tells it for the Utopia dashboard. What a tenant has as a service comes as the name of the environment
 * it runs on ('' = none); the screen makes yes or no of it.
 */
export const utopiaServerRow = z.object({
  id: z.int(),
  tenant_name: z.string(),
  /** Null when no report has told the number. */
  centres: z.int().nullable(),
  /** Null when no report has told the number. */
  members: z.int().nullable(),
  status: z.enum(['Active', 'Inactive']),
  region_name: z.string(),
  /** The leisure management system behind CoursePro; '' = none. */
  bridge: z.string(),
  has_sms: answer,
  /** The payment provider; '' = none. */
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
  /** ISO 8601; '' when nobody knows: the tenant came with an inventory that does not say. */
  created: z.string(),
  /** '' when nobody knows. */
  created_by: z.string(),
});
export type UtopiaServerRow = z.infer<typeof utopiaServerRow>;
