import { z } from 'zod';
import { defineCall } from '../call.ts';
import { tenantParams } from '../tenants/schema.ts';
import { reportSystem } from './report.ts';

export const getSystemReport = defineCall({
  name: 'getSystemReport',
  method: 'GET',
  path: '/api/tenant/{id}/system',
  access: 'viewer',
  summary: "When the tenant's system told what the tenant shows as its `system`.",
  params: tenantParams,
  answer: z.object({
    /** When the report was made, ISO 8601; null without one. */
    created: z.string().nullable(),
  }),
});

export const systemCalls = [getSystemReport, reportSystem];
