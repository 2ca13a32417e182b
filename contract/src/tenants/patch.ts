import { z } from 'zod';
import { relationInput, type RelationInput } from '../relations/schema.ts';
import { flag, id, storable } from '../id.ts';
import { findService, SERVICES, type Service } from '../catalogue.ts';

const choice = id.nullable().optional();
/** When a switch is reverted automatically, ISO 8601 with a zone. */
export const untilField = storable(z.iso.datetime({ offset: true })).optional();

export const deploymentGroupField = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be a word of lower-case letters, digits and dashes, at most 40 characters');

/** One switch, or the environments of a service. */
const servicePatch = z
  .strictObject({
    cron: flag.optional(),
    maintenance: flag.optional(),
    web_environment_id: choice,
    worker_environment_id: choice,
    sns_environment_id: choice,
    certificate: choice,
    /** With cron or maintenance: when it is reverted. */
    until: untilField,
  })
  .refine((value) => isToggle(value) || isPlaces(value), 'Send exactly one of cron and maintenance, or environments.');
export type ServicePatch = z.infer<typeof servicePatch>;

const SWITCHES = ['cron', 'maintenance'];
const isToggle = (value: object) =>
  Object.keys(value).filter((key) => key !== 'until').length === 1 && SWITCHES.some((key) => key in value);
const isPlaces = (value: object) =>
  Object.keys(value).length > 0 && !Object.keys(value).some((key) => key === 'until' || SWITCHES.includes(key));

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
const patchFields = z
  .strictObject({
    /** The tenant's version the user saw; the change is rejected if the server has a newer one. */
    version: z.int().positive().optional(),
    status: flag.optional(),
    /** With status: when it is reverted. */
    until: untilField,
    staging: flag.optional(),
    deployment_group: deploymentGroupField.optional(),
    relations: z.array(relationInput).max(TENANT_RELATIONS).optional(),
    domains: z
      .record(z.string(), z.array(domainInput).max(SERVICE_DOMAINS))
      .refine((domains) => Object.keys(domains).length === 1, 'Send the domains of one service.')
      .refine((domains) => Object.keys(domains).every((slug) => findService(slug)), 'There is no such service.')
      .optional(),
    ...services,
  })
  .refine(isOneForm, 'Send exactly one of: status, staging, deployment_group, relations, domains, {service}_tenant.');
/** A PATCH as clients send it. */
export type TenantPatch = z.infer<typeof patchFields>;

/** One change of a tenant, by kind. */
export type TenantChange = { version?: number | undefined } & (
  | { kind: 'switch'; set: { active: boolean } | { staging: boolean }; until?: Date | undefined }
  | { kind: 'deployment-group'; group: string }
  | { kind: 'relations'; relations: RelationInput[] }
  | {
      kind: 'service-switch';
      service: Service;
      set: { cron: boolean } | { maintenance: boolean };
      until?: Date | undefined;
    }
  | ({ kind: 'service' } & ServiceChange)
);

/** Domains, environments or both of a service. */
export interface ServiceChange {
  service: Service;
  domains?: DomainInput[] | undefined;
  places?: ServicePatch | undefined;
}

const timeOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

function toChange({ version, ...patch }: TenantPatch): TenantChange {
  if (patch.status !== undefined)
    return { version, kind: 'switch', set: { active: patch.status }, until: timeOf(patch.until) };
  if (patch.staging !== undefined) return { version, kind: 'switch', set: { staging: patch.staging } };
  if (patch.deployment_group !== undefined) return { version, kind: 'deployment-group', group: patch.deployment_group };
  if (patch.relations) return { version, kind: 'relations', relations: patch.relations };
  const service = SERVICES.find(({ slug, detailKey }) => patch.domains?.[slug] ?? patch[detailKey]);
  // Guaranteed by `isOneForm`.
  if (!service) throw new TypeError('A patch without a form.');
  const { cron, maintenance, until: end } = patch[service.detailKey] ?? {};
  const until = timeOf(end);
  if (cron !== undefined) return { version, kind: 'service-switch', service, set: { cron }, until };
  if (maintenance !== undefined) return { version, kind: 'service-switch', service, set: { maintenance }, until };
  return {
    version,
    kind: 'service',
    service,
    domains: patch.domains?.[service.slug],
    places: patch[service.detailKey],
  };
}

/** Parses a PATCH into the requested change. */
export const tenantPatch = patchFields.transform(toChange);

function isOneForm(patch: object): boolean {
  const extra = 'status' in patch ? ['version', 'until'] : ['version'];
  const forms = Object.keys(patch).filter((key) => !extra.includes(key));
  if (forms.length === 1) return forms[0] !== 'until';
  const service = SERVICES.find(({ detailKey }) => forms.includes(detailKey));
  if (forms.length !== 2 || !service || !('domains' in patch)) return false;
  const places = (patch as Record<string, unknown>)[service.detailKey];
  return isPlaces(places as object) && Object.hasOwn(patch.domains as object, service.slug);
}
