import { z } from 'zod';
import { SERVICES } from '../catalogue.ts';
import { attentionReason } from '../attention/schema.ts';
import { configDriftSchema } from '../config/schema.ts';
import { tenantLogLevel } from '../control/schema.ts';
import { tenantRelation } from '../relations/schema.ts';

const flags = Object.fromEntries(SERVICES.map((service) => [service.listFlag, z.boolean()])) as Record<
  (typeof SERVICES)[number]['listFlag'],
  z.ZodBoolean
>;

/** A row of the tenant list, with the documented keys. */
export const tenantRow = z.object({
  _id: z.int(),
  tenant_name: z.string(),
  account_name: z.string(),
  region: z.string(),
  tenant_status: z.enum(['0', '1']),
  deployment_group: z.string(),
  /** Reported by the tenant's servers, like db_version (C-129). */
  coursepro_version: z.string().nullable(),
  /** The version deployed for its group, unless the tenant runs it. */
  wanted_version: z.string().nullable(),
  db_version: z.string().nullable(),
  coursepro_db_host_label: z.string().nullable(),
  insight_db_host_label: z.string().nullable(),
  coursepro_bridge: z.string().nullable(),
  licence_expires: z.string().nullable(),
  total_members: z.int().nullable(),
  cpweb_name: z.string().nullable(),
  insight_web_name: z.string().nullable(),
  commsportal_web_name: z.string().nullable(),
  /** Distinct web, worker and SNS environments of all its services; the list can be filtered by one. */
  environment_ids: z.array(z.int()),
  ...flags,
  coursepro_cron: z.boolean(),
});
export type TenantRow = z.infer<typeof tenantRow>;

/** Fields of every service sub-object; CoursePro and Insight also have db_host_label, CoursePro its bridge and versions. */
const tenantService = z.object({
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
  /** The version deployed for its group, unless the tenant runs it. */
  wanted_version: z.string().nullable().optional(),
  /** When its servers last reported the versions; null for never. */
  version_reported_at: z.iso.datetime().nullable().optional(),
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

const tenantDomain = z.object({ host: z.string(), is_primary: z.boolean(), has_whitelist: z.boolean() });

/** A tenant with all data for its own page. */
export const tenantDetail = z.object({
  _id: z.int(),
  tenant_name: z.string(),
  region: z.object({ _id: z.int(), region_name: z.string() }),
  account: z.object({ trading_name: z.string() }),
  status: z.boolean(),
  staging: z.boolean(),
  deployment_group: z.string(),
  licence_expires: z.string().nullable(),
  relations: z.array(tenantRelation),
  log_level: tenantLogLevel,
  /** The system's report about itself; empty without a report. */
  system: z.record(z.string(), z.string()),
  ...subObjects,
  ...urls,
  domains: z.record(z.string(), z.array(tenantDomain)),
  config_hashes: hashes,
  current_hashes: hashes,
  service_hashes: z.record(z.string(), z.object({ stored: z.string().nullable(), current: z.string().nullable() })),
  /** Manual changes on its servers, by kind of config. */
  config_drift: z.record(z.string(), configDriftSchema),
  /** Why it needs attention, most urgent first. */
  attention: z.array(attentionReason),
  version: z.int(),
  updated_at: z.string(),
  updated_by: z.string(),
});
export type TenantDetail = z.infer<typeof tenantDetail>;

/** Id of a choice, as a number or numeric text; none when empty. */
const choice = z
  .union([z.number(), z.string().max(20), z.null()])
  .optional()
  .transform((value) =>
    typeof value === 'string' ? (/^\d+$/.test(value.trim()) ? Number(value) : null) : (value ?? null),
  );

/** Input of the add dialog; the server validates it (TLS-54). */
export const newTenant = z.strictObject({ tenant: z.string(), region: choice, account: choice });
export type NewTenant = z.infer<typeof newTenant>;

/** A deleted tenant, kept until `purge_at`. Times are ISO 8601, UTC. */
export const deletedTenant = z.object({
  _id: z.int(),
  tenant_name: z.string(),
  account_name: z.string(),
  region: z.string(),
  deployment_group: z.string(),
  /** Slugs of its services. */
  services: z.array(z.string()),
  deleted_at: z.string(),
  deleted_by: z.string(),
  purge_at: z.string(),
});
export type DeletedTenant = z.infer<typeof deletedTenant>;
