import { z } from 'zod';
import { idInAddress } from '../id.ts';
import { defineCall } from '../call.ts';

/** A database server, for the choice of one and for its own page (C-028). */
export const databaseRow = z.object({
  id: z.int(),
  name: z.string(),
  notes: z.string(),
  identifier: z.string(),
  endpoint: z.string(),
  /** Slug of the service it serves. */
  service: z.string(),
  region: z.string(),
  /** Services of tenants that have their database on it. */
  tenant_count: z.int(),
  /** Active connections on average over the last 24 hours, to one decimal; 'n/a' when nothing was measured. */
  db_activity_average: z.union([z.number(), z.literal('n/a')]),
  /** The most active connections at once in each span of the last 24 hours that was measured, oldest first. */
  db_activity_data: z.array(z.int()),
  /** Which span of `activity_from` each value belongs to, counted from 0: the others were not measured. */
  db_activity_spans: z.array(z.int()),
});
export type DatabaseRow = z.infer<typeof databaseRow>;

export const listDatabases = defineCall({
  name: 'listDatabases',
  method: 'GET',
  path: '/api/database',
  access: 'viewer',
  summary: 'The database servers with their load, of one service and region if asked for.',
  query: z.object({
    /** Slug of a service. */
    type: z.string().max(40).optional(),
    /** Id of a region. */
    region: z.string().max(20).optional(),
  }),
  answer: z.object({
    databases: z.array(databaseRow),
    /** When the first span of the activity begins; a span takes 12 minutes. */
    activity_from: z.iso.datetime().optional(),
    /** Why there is none: a filter that names nothing, or no such server. */
    error: z.string().optional(),
  }),
});

/** A tenant's service that has its database on a server. */
const databaseTenant = z.object({
  tenant_id: z.int(),
  tenant_name: z.string(),
  /** Slug of the service. */
  service: z.string(),
});
export type DatabaseTenant = z.infer<typeof databaseTenant>;

/** A database that belongs to no service any more. */
const detachedDatabase = z.object({
  name: z.string(),
  /** The tenant it was made for, as its name says. */
  tenant_id: z.int(),
  /** Null when that tenant is gone for good. */
  tenant_name: z.string().nullable(),
  /** The tenant is deleted and may still be restored. */
  tenant_deleted: z.boolean(),
});
export type DetachedDatabase = z.infer<typeof detachedDatabase>;

const params = z.object({ id: idInAddress });

export const listDatabaseTenants = defineCall({
  name: 'listDatabaseTenants',
  method: 'GET',
  path: '/api/database/{id}/tenants',
  access: 'viewer',
  summary: "The tenants' services that have their database on a server.",
  params,
  answer: z.object({ tenants: z.array(databaseTenant) }),
});

export const listDetachedDatabases = defineCall({
  name: 'listDetachedDatabases',
  method: 'GET',
  path: '/api/database/{id}/detached',
  access: 'viewer',
  summary: 'The databases on a server that belong to no service any more; the server itself is asked.',
  params,
  answer: z.object({ databases: z.array(detachedDatabase) }),
});

export const databaseCalls = [listDatabases, listDatabaseTenants, listDetachedDatabases];
