import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { saveConfig } from '../config/calls.ts';
import { postedArm, saveConfigBodySchema } from '../config/schema.ts';
import { idParams } from '../id.ts';
import { configSlug, serviceSlug } from '../slugs.ts';
import { line } from '../texts.ts';
import { defineReport } from '../reports/define-report.ts';
import { tenantDetail } from '../tenants/schema.ts';
import { addServiceBody, deletedService, placementProposal } from './schema.ts';

export const reportVersions = defineReport('versions', 'The versions of CoursePro and its database that tenants run.', {
  version: line(50).min(1),
  db_version: line(50).min(1).nullable(),
});

const added = z.object({
  tenant: tenantDetail,
  /** Problems to resolve although the service was added. */
  error: z.string().optional(),
});

/**
 * The two calls that share POST /api/tenant/{id}/{service} (C-006), distinguished by `initialize`. The server mounts this call;
 * a client uses one of its arms, addService or saveConfig.
 */
export const addServiceOrSaveConfig = defineCall({
  name: 'addServiceOrSaveConfig',
  method: 'POST',
  path: '/api/tenant/{id}/{service}',
  access: 'operator',
  summary: 'Adds a service to a tenant, or saves the diff of a config as a new revision; servers are not touched.',
  params: idParams.extend({ service: z.enum([...serviceSlug.options, ...configSlug.options]) }),
  body: z.discriminatedUnion('initialize', [addServiceBody, saveConfigBodySchema], {
    error: ({ input }) => {
      const arm = postedArm(input);
      return arm.kind === 'save' ? undefined : arm.message;
    },
  }),
  response: z.union([added, saveConfig.response]),
});

/** The add arm of addServiceOrSaveConfig. */
export const addService = defineCall({
  name: 'addService',
  method: 'POST',
  path: '/api/tenant/{id}/{service}',
  access: 'operator',
  timeoutMs: 60_000,
  summary: 'Adds a service to a tenant.',
  params: idParams.extend({ service: serviceSlug }),
  body: addServiceBody,
  response: added,
});

export const listPlacements = defineCall({
  name: 'listPlacements',
  method: 'GET',
  path: '/api/tenant/{id}/placement',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.tenant(params.id), TOPIC.environments],
  summary: 'The effect of adding each service that the tenant lacks: environments, domain, certificate, database.',
  params: idParams,
  response: z.object({ placements: z.array(placementProposal) }),
});

export const deleteService = defineCall({
  name: 'deleteService',
  method: 'DELETE',
  path: '/api/tenant/{id}/{service}',
  access: 'operator',
  summary:
    'Removes a service from a tenant and keeps it for 30 days. Its database stays; its published files are withdrawn. If the header `X-Confirm-Name` (percent-encoded) is sent, it must match the name of the tenant: 409 otherwise. At most 20 deletes of tenants and services an hour per person.',
  params: idParams.extend({ service: serviceSlug }),
  response: z.object({ status: z.boolean(), tenant: tenantDetail }),
});

export const restoreService = defineCall({
  name: 'restoreService',
  method: 'POST',
  path: '/api/tenant/{id}/{service}/restore',
  access: 'operator',
  summary: 'Restores the last deleted service of this kind with its settings and the domains that are still available.',
  params: idParams.extend({ service: serviceSlug }),
  response: added,
});

export const listDeletedServices = defineCall({
  name: 'listDeletedServices',
  method: 'GET',
  path: '/api/tenant/{id}/deleted-services',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.tenant(params.id)],
  summary: 'The last deleted service of each kind that can still be restored, most recently deleted first.',
  params: idParams,
  response: z.object({ services: z.array(deletedService) }),
});

export const syncCentres = defineCall({
  name: 'syncCentres',
  method: 'GET',
  path: '/api/tenant/{id}/coursepro/centre-sync',
  access: 'operator',
  timeoutMs: 45_000,
  summary: "Copies the centres and languages of the tenant's CoursePro site to its Strive site.",
  params: idParams,
  response: z.object({
    ok: z.boolean(),
    /** The error, if a site failed. */
    message: z.string(),
  }),
});
