import { z } from 'zod';
import { defineCall } from '../call.ts';
import { tenantRow } from './row.ts';

// A file of their own, so that a browser that shows the list first does not load the schemas of everything else.

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
