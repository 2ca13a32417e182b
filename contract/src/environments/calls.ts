import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idParams } from '../id.ts';
import { serviceSlug } from '../slugs.ts';
import { TOPIC } from '../topics.ts';

const regionRow = z.object({ _id: z.int(), region_name: z.string(), description: z.string() });
export type RegionRow = z.infer<typeof regionRow>;

export const environmentRow = z.object({
  _id: z.int(),
  environment_name: z.string(),
  environment_id: z.string(),
  /** Group and region are optional in an installation. */
  group_name: z.string().nullable(),
  type: z.int(),
  /** Slugs of the services it serves (C-135). */
  services: z.array(z.string()),
  region: regionRow.nullable(),
  fqdn: z.string(),
});
export type EnvironmentRow = z.infer<typeof environmentRow>;

export const listEnvironmentsFast = defineCall({
  name: 'listEnvironmentsFast',
  method: 'GET',
  path: '/api/environment/fast',
  access: 'viewer',
  topics: () => [TOPIC.environments],
  summary: 'All environments, for chips and selects.',
  response: z.object({ environments: z.array(environmentRow) }),
});

/**
 * An environment with its counts. `tenant_count` is the number of tenants that use it as web, worker or SNS environment of a
 * service, consistent with the list's `environment_ids`; excludes deleted tenants.
 */
export const environmentDetailRow = environmentRow.extend({ server_count: z.int(), tenant_count: z.int() });
export type EnvironmentDetailRow = z.infer<typeof environmentDetailRow>;

export const listEnvironments = defineCall({
  name: 'listEnvironments',
  method: 'GET',
  path: '/api/environment',
  access: 'viewer',
  topics: () => [TOPIC.environments, TOPIC.tenants],
  throttleMs: 1_000,
  summary: 'All environments with their server and tenant counts.',
  response: z.object({ environments: z.array(environmentDetailRow) }),
});

/** A tenant's service on an environment, in one of its roles. */
const placeRow = z.object({
  tenant_id: z.int(),
  tenant_name: z.string(),
  active: z.boolean(),
  deployment_group: z.string(),
  /** As last reported; null = unknown. */
  members: z.int().nullable(),
  service: serviceSlug,
  role: z.enum(['web', 'worker', 'sns']),
  /** Version that the service runs; null = unknown. */
  version: z.string().nullable(),
  /** Number of its config files that are missing or differ on servers of the environment. */
  missing: z.int(),
  changed: z.int(),
});
export type PlaceRow = z.infer<typeof placeRow>;

/** A server, and the number of files on it that are missing or differ from the committed ones. */
const serverRow = z.object({ host: z.string(), missing: z.int(), changed: z.int() });
export type ServerRow = z.infer<typeof serverRow>;

export const getEnvironment = defineCall({
  name: 'getEnvironment',
  method: 'GET',
  path: '/api/environment/{id}',
  access: 'viewer',
  topics: () => [TOPIC.environments, TOPIC.tenants],
  throttleMs: 2000,
  summary: 'An environment as a capacity map: its servers, and the tenants’ services on it.',
  params: idParams,
  response: z.object({
    environment: environmentDetailRow,
    servers: z.array(serverRow),
    places: z.array(placeRow),
  }),
});

export const listRegions = defineCall({
  name: 'listRegions',
  method: 'GET',
  path: '/api/region',
  access: 'viewer',
  topics: () => [TOPIC.environments],
  summary: 'All regions.',
  response: z.object({ regions: z.array(regionRow) }),
});

const certificateRow = z.object({ _id: z.int(), certificate_name: z.string(), domain: z.string() });
export type CertificateRow = z.infer<typeof certificateRow>;

export const listCertificates = defineCall({
  name: 'listCertificates',
  method: 'GET',
  path: '/api/certificate',
  access: 'viewer',
  topics: () => [TOPIC.environments],
  summary: 'All certificates available to services.',
  response: z.object({ certificates: z.array(certificateRow) }),
});
