import { z } from 'zod';
import { defineCall } from '../call.ts';

const regionRow = z.object({ _id: z.int(), region_name: z.string(), description: z.string() });
export type RegionRow = z.infer<typeof regionRow>;

export const environmentRow = z.object({
  _id: z.int(),
  environment_name: z.string(),
  environment_id: z.string(),
  /** An installation may leave group and region open. */
  group_name: z.string().nullable(),
  type: z.int(),
  /** Slugs of the services that it serves (C-135). */
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
  summary: 'All environments, for chips and selects.',
  answer: z.object({ environments: z.array(environmentRow) }),
});

/**
 * An environment as its page shows it. `tenant_count` counts the tenants that have a service with it as web, worker or SNS
 * environment, as the list's `environment_ids` does; deleted tenants are left out.
 */
export const environmentDetailRow = environmentRow.extend({ server_count: z.int(), tenant_count: z.int() });
export type EnvironmentDetailRow = z.infer<typeof environmentDetailRow>;

export const listEnvironments = defineCall({
  name: 'listEnvironments',
  method: 'GET',
  path: '/api/environment',
  access: 'viewer',
  summary: 'All environments with the numbers of their servers and tenants.',
  answer: z.object({ environments: z.array(environmentDetailRow) }),
});

export const listRegions = defineCall({
  name: 'listRegions',
  method: 'GET',
  path: '/api/region',
  access: 'viewer',
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
  summary: 'All certificates that a service can be served with.',
  answer: z.object({ certificates: z.array(certificateRow) }),
});

export const environmentCalls = [listEnvironmentsFast, listEnvironments, listRegions, listCertificates];
