import { z } from 'zod';
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
  /** Average active connections; 'n/a' while nothing has been measured. */
  db_activity_average: z.union([z.number(), z.literal('n/a')]),
});
export type DatabaseRow = z.infer<typeof databaseRow>;

export const listDatabases = defineCall({
  name: 'listDatabases',
  method: 'GET',
  path: '/api/database',
  access: 'viewer',
  summary: 'The database servers, of one service and region if asked for.',
  query: z.object({
    /** Slug of a service. */
    type: z.string().max(40).optional(),
    /** Id of a region. */
    region: z.string().max(20).optional(),
  }),
  answer: z.object({
    databases: z.array(databaseRow),
    /** Why there is none: a filter that names nothing, or no such server. */
    error: z.string().optional(),
  }),
});

export const databaseCalls = [listDatabases];
