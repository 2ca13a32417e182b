import { z } from 'zod';
import { defineCall } from '../call.ts';
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
  answer: z.object({ environments: z.array(environmentRow) }),
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
  summary: 'All environments with their server and tenant counts.',
  answer: z.object({ environments: z.array(environmentDetailRow) }),
});

export const listRegions = defineCall({
  name: 'listRegions',
  method: 'GET',
  path: '/api/region',
  access: 'viewer',
  topics: () => [TOPIC.environments],
  summary: 'All regions.',
  answer: z.object({ regions: z.array(regionRow) }),
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
  answer: z.object({ certificates: z.array(certificateRow) }),
});
