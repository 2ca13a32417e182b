import { z } from 'zod';
import { relationInput } from '../relations/schema.ts';
import { findService, SERVICES } from '../catalogue.ts';

const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.literal('0'), z.literal('1')])
  .transform((value) => value === true || Number(value) === 1);
const id = z.int().positive().nullable();

/** One switch, or the environments of a service. */
const servicePatch = z
  .strictObject({
    cron: flag.optional(),
    maintenance: flag.optional(),
    web_environment_id: id.optional(),
    worker_environment_id: id.optional(),
    sns_environment_id: id.optional(),
    certificate: id.optional(),
  })
  .refine((value) => isToggle(value) || isPlaces(value), 'Send cron or maintenance, one of them, or environments.');
export type ServicePatch = z.infer<typeof servicePatch>;

const SWITCHES = ['cron', 'maintenance'];
const isToggle = (value: object) => Object.keys(value).length === 1 && SWITCHES.some((key) => key in value);
const isPlaces = (value: object) =>
  Object.keys(value).length > 0 && !Object.keys(value).some((key) => SWITCHES.includes(key));

type DetailKey = (typeof SERVICES)[number]['detailKey'];
const services = Object.fromEntries(SERVICES.map((service) => [service.detailKey, servicePatch.optional()])) as Record<
  DetailKey,
  z.ZodOptional<typeof servicePatch>
>;

/** A domain as sent; the server validates the host (C-092). */
const domainInput = z.strictObject({ host: z.string(), is_primary: flag, has_whitelist: flag.optional() });
export type DomainInput = z.infer<typeof domainInput>;
const SERVICE_DOMAINS = 100;
const TENANT_RELATIONS = 500;

/** PATCH accepts exactly one form per request; a service page may send its domains and environments together (C-036). */
export const tenantPatch = z
  .strictObject({
    /** The tenant's version the user saw; the change is rejected if the server has a newer one. */
    version: z.int().positive().optional(),
    status: flag.optional(),
    staging: flag.optional(),
    deployment_group: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be a word of small letters, digits and dashes, at most 40 characters')
      .optional(),
    relations: z.array(relationInput).max(TENANT_RELATIONS).optional(),
    domains: z
      .record(z.string(), z.array(domainInput).max(SERVICE_DOMAINS))
      .refine((domains) => Object.keys(domains).length === 1, 'Send the domains of one service.')
      .refine((domains) => Object.keys(domains).every((slug) => findService(slug)), 'There is no such service.')
      .optional(),
    ...services,
  })
  .refine(isOneForm, 'Send exactly one of: status, staging, deployment_group, relations, domains, {service}_tenant.');
export type TenantPatch = z.infer<typeof tenantPatch>;

function isOneForm(patch: object): boolean {
  const forms = Object.keys(patch).filter((key) => key !== 'version');
  if (forms.length === 1) return true;
  const service = SERVICES.find(({ detailKey }) => forms.includes(detailKey));
  if (forms.length !== 2 || !service || !('domains' in patch)) return false;
  const places = (patch as Record<string, unknown>)[service.detailKey];
  return isPlaces(places as object) && Object.hasOwn(patch.domains as object, service.slug);
}
