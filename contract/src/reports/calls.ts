import { z } from 'zod';
import { idInAddress } from '../id.ts';
import { defineCall } from '../call.ts';

export const mintReportToken = defineCall({
  name: 'mintReportToken',
  method: 'POST',
  path: '/api/report-token/{environment}',
  access: 'admin',
  summary: 'Issues a report token for an environment, shown only once; revokes the previous one.',
  params: z.object({ environment: idInAddress }),
  response: z.object({ environment_name: z.string(), token: z.string() }),
});

const reportTenant = z.object({
  id: z.int(),
  tenant_name: z.string(),
  /** Its services on this environment, with their roles. */
  services: z.array(z.object({ service: z.string(), place: z.enum(['web', 'worker', 'sns']) })),
});
export type ReportTenant = z.infer<typeof reportTenant>;

export const listReportTenants = defineCall({
  name: 'listReportTenants',
  method: 'GET',
  path: '/api/report/tenants',
  access: 'environment',
  summary: 'The tenants that the environment of this token may report about.',
  response: z.object({ environment_name: z.string(), tenants: z.array(reportTenant) }),
});
