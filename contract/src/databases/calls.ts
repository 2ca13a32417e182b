import { z } from 'zod';
import { idParams } from '../id.ts';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';

/** A database server, for selects and for its own page (C-028). */
export const databaseRow = z.object({
  id: z.int(),
  name: z.string(),
  notes: z.string(),
  identifier: z.string(),
  endpoint: z.string(),
  /** Slug of the service it serves. */
  service: z.string(),
  region: z.string(),
  /** Number of tenants' services whose database is on it. */
  tenant_count: z.int(),
  /** Average active connections over the last 24 hours, to one decimal; 'n/a' without measurements. */
  db_activity_average: z.union([z.number(), z.literal('n/a')]),
  /** Peak active connections in each measured span of the last 24 hours, oldest first. */
  db_activity_data: z.array(z.int()),
  /** Span index of each value, from 0 at `activity_from`; other spans were not measured. */
  db_activity_spans: z.array(z.int()),
});
export type DatabaseRow = z.infer<typeof databaseRow>;

export const listDatabases = defineCall({
  name: 'listDatabases',
  method: 'GET',
  path: '/api/database',
  access: 'viewer',
  topics: () => [TOPIC.databases, TOPIC.tenants],
  throttleMs: 1_000,
  summary: 'The database servers with their load, optionally filtered by service and region.',
  query: z.object({
    /** Slug of a service. */
    type: z.string().max(40).optional(),
    /** Id of a region. */
    region: z.string().max(20).optional(),
  }),
  response: z.object({
    databases: z.array(databaseRow),
    /** Start of the first activity span; a span lasts 12 minutes. */
    activity_from: z.iso.datetime().optional(),
    /** Why the list is empty: an unknown filter value, or no matching server. */
    error: z.string().optional(),
  }),
});

/** A tenant's service whose database is on the server. */
const databaseTenant = z.object({
  tenant_id: z.int(),
  tenant_name: z.string(),
  /** Slug of the service. */
  service: z.string(),
});
export type DatabaseTenant = z.infer<typeof databaseTenant>;

/** A database that no longer belongs to a service. */
const detachedDatabase = z.object({
  name: z.string(),
  /** The tenant it was created for, taken from its name. */
  tenant_id: z.int(),
  /** Null when that tenant has been purged. */
  tenant_name: z.string().nullable(),
  /** True if the tenant is deleted but can still be restored. */
  tenant_deleted: z.boolean(),
});
export type DetachedDatabase = z.infer<typeof detachedDatabase>;

export const listDatabaseTenants = defineCall({
  name: 'listDatabaseTenants',
  method: 'GET',
  path: '/api/database/{id}/tenants',
  access: 'viewer',
  topics: () => [TOPIC.tenants],
  throttleMs: 1_000,
  summary: "The tenants' services whose database is on a server.",
  params: idParams,
  response: z.object({ tenants: z.array(databaseTenant) }),
});

export const listDetachedDatabases = defineCall({
  name: 'listDetachedDatabases',
  method: 'GET',
  path: '/api/database/{id}/detached',
  access: 'viewer',
  summary: 'The databases on a server that no longer belong to a service; queried from the server itself.',
  params: idParams,
  response: z.object({ databases: z.array(detachedDatabase) }),
});
