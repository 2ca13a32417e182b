import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { idParams, storable } from '../id.ts';
import { tenantPatch } from './patch.ts';
import { deletedTenant, newTenant, tenantDetail, tenantRow } from './schema.ts';

export const listTenants = defineCall({
  name: 'listTenants',
  method: 'GET',
  path: '/api/tenant',
  access: 'viewer',
  topics: () => [TOPIC.tenants],
  throttleMs: 400,
  summary:
    'All tenants. With `since`, the `version` of an earlier response: the tenants changed since then and, as `gone`, the ids of those removed. A response without `gone` is the whole list, also sent if the version is unknown or too old.',
  query: z.object({ since: z.string().max(40).optional() }),
  response: z.object({
    tenants: z.array(tenantRow),
    gone: z.array(z.int()).optional(),
    /** Absent in the first rows of a response that is still arriving. */
    version: z.string().optional(),
  }),
});

export const refreshTenants = defineCall({
  name: 'refreshTenants',
  method: 'GET',
  path: '/api/tenant/refresh',
  access: 'viewer',
  summary: 'Clears the cache of the tenant list. At most 12 times a minute per person.',
  response: z.object({ ok: z.literal(true) }),
});

export const selectTenants = defineCall({
  name: 'selectTenants',
  method: 'GET',
  path: '/api/tenant/select',
  access: 'viewer',
  topics: () => [TOPIC.roster],
  summary: 'Id and name of all tenants, for selects.',
  response: z.object({ tenants: z.array(z.object({ id: z.int(), tenant_name: z.string() })) }),
});

export const listDeletedTenants = defineCall({
  name: 'listDeletedTenants',
  method: 'GET',
  path: '/api/tenant/deleted',
  access: 'viewer',
  topics: () => [TOPIC.roster, TOPIC.fleet],
  summary: 'The deleted tenants that can still be restored, most recently deleted first.',
  response: z.object({ tenants: z.array(deletedTenant) }),
});

export const listTenantsAsOf = defineCall({
  name: 'listTenantsAsOf',
  method: 'GET',
  path: '/api/tenant/as-of',
  access: 'viewer',
  timeoutMs: 30_000,
  summary:
    'The tenant list at a past time, by name, with the environments, versions, members and licences of that time. 400 for a future time or one before `since`, where history starts (at most 400 days ago).',
  query: z.strictObject({ at: storable(z.iso.datetime()) }),
  response: z.object({ tenants: z.array(tenantRow), since: z.iso.datetime() }),
});

export const listAccounts = defineCall({
  name: 'listAccounts',
  method: 'GET',
  path: '/api/accounts',
  access: 'viewer',
  topics: () => [TOPIC.tenants],
  throttleMs: 1_000,
  summary: 'All accounts that a tenant can belong to.',
  response: z.object({ accounts: z.array(z.object({ _id: z.int(), trading_name: z.string() })) }),
});

export const createTenant = defineCall({
  name: 'createTenant',
  method: 'PUT',
  path: '/api/tenant/',
  access: 'operator',
  summary: 'Creates a tenant without services.',
  body: newTenant,
  response: z.object({ tenant: z.string(), id: z.int() }),
});

export const getTenant = defineCall({
  name: 'getTenant',
  method: 'GET',
  path: '/api/tenant/{id}',
  access: 'viewer',
  // A deploy changes the version that the tenant should run.
  topics: ({ params }) => [TOPIC.tenant(params.id), TOPIC.releases, TOPIC.fleet],
  summary: 'One tenant with its services, domains, relations and config hashes.',
  params: idParams,
  response: z.object({ tenant: tenantDetail }),
});

export const updateTenant = defineCall({
  name: 'updateTenant',
  method: 'PATCH',
  path: '/api/tenant/{id}',
  access: 'operator',
  summary:
    'Changes one aspect of a tenant: a switch, its deployment group, its relations, or the domains and environments of a service.',
  params: idParams,
  body: tenantPatch,
  response: z.object({
    tenant: tenantDetail,
    /** Errors that occurred although the change was stored. */
    error: z.array(z.string()).optional(),
    /** For deployment_group: true if it has reached every server of the tenant. */
    deployed: z.boolean().optional(),
    deployment_group: z.string().optional(),
  }),
});

export const deleteTenant = defineCall({
  name: 'deleteTenant',
  method: 'DELETE',
  path: '/api/tenant/{id}',
  access: 'operator',
  summary:
    'Deletes a tenant and keeps it for 30 days. If the header `X-Confirm-Name` (percent-encoded) is sent, it must match the name of the tenant: 409 otherwise. At most 20 deletes of tenants and services an hour per person.',
  params: idParams,
  response: z.object({ status: z.boolean() }),
});

export const restoreTenant = defineCall({
  name: 'restoreTenant',
  method: 'POST',
  path: '/api/tenant/{id}/restore',
  access: 'operator',
  summary: 'Restores a deleted tenant with its services, configs, relations and domains.',
  params: idParams,
  response: z.object({ tenant: tenantDetail }),
});
