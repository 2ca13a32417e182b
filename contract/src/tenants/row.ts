import { z } from 'zod';
import { SERVICES } from '../services/catalogue.ts';

const flags = Object.fromEntries(SERVICES.map((service) => [service.listFlag, z.boolean()])) as Record<
  (typeof SERVICES)[number]['listFlag'],
  z.ZodBoolean
>;

/** A row of the tenant list, with the keys of the documents. */
export const tenantRow = z.object({
  _id: z.int(),
  tenant_name: z.string(),
  account_name: z.string(),
  region: z.string(),
  tenant_status: z.enum(['0', '1']),
  deployment_group: z.string(),
  coursepro_version: z.string().nullable(),
  db_version: z.string().nullable(),
  coursepro_db_host_label: z.string().nullable(),
  insight_db_host_label: z.string().nullable(),
  coursepro_bridge: z.string().nullable(),
  licence_expires: z.string().nullable(),
  total_members: z.int().nullable(),
  cpweb_name: z.string().nullable(),
  insight_web_name: z.string().nullable(),
  commsportal_web_name: z.string().nullable(),
  /** Web and worker environments of all its services, each once; the list can be narrowed to one of them. */
  environment_ids: z.array(z.int()),
  ...flags,
  coursepro_cron: z.boolean(),
});
export type TenantRow = z.infer<typeof tenantRow>;
