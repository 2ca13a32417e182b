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
  ...flags,
  coursepro_cron: z.boolean(),
});
export type TenantRow = z.infer<typeof tenantRow>;

/** What every service sub-object carries; CoursePro and Insight also have db_host_label, CoursePro its bridge and versions. */
export const tenantService = z.object({
  cron: z.boolean(),
  maintenance: z.boolean(),
  web_environment_id: z.int().nullable(),
  worker_environment_id: z.int().nullable(),
  sns_environment_id: z.int().nullable(),
  certificate: z.int().nullable(),
  db_host_label: z.string().nullable().optional(),
  bridge: z.string().nullable().optional(),
  version: z.string().nullable().optional(),
  db_version: z.string().nullable().optional(),
});
export type TenantService = z.infer<typeof tenantService>;

type DetailKey = (typeof SERVICES)[number]['detailKey'];
type UrlKey = (typeof SERVICES)[number]['urlKey'];
const subObjects = Object.fromEntries(
  SERVICES.map((service) => [service.detailKey, tenantService.nullable()]),
) as Record<DetailKey, z.ZodNullable<typeof tenantService>>;
const urls = Object.fromEntries(SERVICES.map((service) => [service.urlKey, z.string().nullable()])) as Record<
  UrlKey,
  z.ZodNullable<z.ZodString>
>;

/** Hashes by config index: 1 CoursePro, 2 HomePortal, 3 HomePortal2, 4 Licence, 5 Strive/Insight/Comms together (C-029). */
const hashes = z.record(z.enum(['1', '2', '3', '4', '5']), z.string().nullable());

export const tenantDomain = z.object({ host: z.string(), is_primary: z.boolean(), has_whitelist: z.boolean() });

/** The tenant as its own page needs it. */
export const tenantDetail = z.object({
  _id: z.int(),
  tenant_name: z.string(),
  region: z.object({ _id: z.int(), region_name: z.string() }),
  account: z.object({ trading_name: z.string() }),
  status: z.boolean(),
  staging: z.boolean(),
  deployment_group: z.string(),
  licence_expires: z.string().nullable(),
  ...subObjects,
  ...urls,
  domains: z.record(z.string(), z.array(tenantDomain)),
  config_hashes: hashes,
  current_hashes: hashes,
  service_hashes: z.record(z.string(), z.object({ stored: z.string().nullable(), current: z.string().nullable() })),
  version: z.int(),
  updated_at: z.string(),
  updated_by: z.string(),
});
export type TenantDetail = z.infer<typeof tenantDetail>;

/** Numeric ids only; anything else in the path is no tenant (C-002). */
export const tenantParams = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.literal('0'), z.literal('1')])
  .transform((value) => value === true || Number(value) === 1);
const toggle = z
  .strictObject({ cron: flag.optional(), maintenance: flag.optional() })
  .refine((value) => Object.keys(value).length === 1, 'Send cron or maintenance, one of them.');

/** A service whose cron and maintenance can be switched. */
export type SwitchableService = Extract<(typeof SERVICES)[number], { hasSwitches: true }>;
export const SWITCHABLE_SERVICES = SERVICES.filter((service): service is SwitchableService => service.hasSwitches);

const switches = Object.fromEntries(
  SWITCHABLE_SERVICES.map((service) => [service.detailKey, toggle.optional()]),
) as Record<SwitchableService['detailKey'], z.ZodOptional<typeof toggle>>;

/** PATCH takes exactly one form a request (C-036). */
export const tenantPatch = z
  .strictObject({ status: flag.optional(), staging: flag.optional(), ...switches })
  .refine((value) => Object.keys(value).length === 1, 'Send exactly one of: status, staging, {service}_tenant.');
export type TenantPatch = z.infer<typeof tenantPatch>;
