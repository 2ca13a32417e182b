import { z } from 'zod';
import { defineCall } from '../call.ts';
import { tenantDetail, tenantParams, tenantPatch, tenantRow } from './schema.ts';

export const listTenants = defineCall({
  name: 'listTenants',
  method: 'GET',
  path: '/api/tenant',
  access: 'viewer',
  summary: 'All tenants, one row each.',
  answer: z.object({ tenants: z.array(tenantRow) }),
});

export const refreshTenants = defineCall({
  name: 'refreshTenants',
  method: 'GET',
  path: '/api/tenant/refresh',
  access: 'viewer',
  summary: 'Clears the cache of the tenant list.',
  answer: z.object({ ok: z.literal(true) }),
});

export const getTenant = defineCall({
  name: 'getTenant',
  method: 'GET',
  path: '/api/tenant/{id}',
  access: 'viewer',
  summary: 'One tenant with its services, domains and config hashes.',
  params: tenantParams,
  answer: z.object({ tenant: tenantDetail }),
});

export const updateTenant = defineCall({
  name: 'updateTenant',
  method: 'PATCH',
  path: '/api/tenant/{id}',
  access: 'operator',
  summary: 'Changes one thing of a tenant: status, staging, or a switch of one service.',
  params: tenantParams,
  body: tenantPatch,
  answer: z.object({ tenant: tenantDetail }),
});

export const tenantCalls = [listTenants, refreshTenants, getTenant, updateTenant];
