import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idInAddress } from '../id.ts';
import { ofStatistics, TOPIC } from '../topics.ts';
import { REPORT_STATES } from './rules.ts';
import { coverage, memberStatistics, sddError, slices } from './schema.ts';

/** Without a tenant: all in production, i.e. active and neither training nor test sites. */
const ofTenant = z.object({ tenant: idInAddress.optional() });
const answer = z.object({ data: slices });

export const listDashboardTenants = defineCall({
  name: 'listDashboardTenants',
  method: 'GET',
  path: '/api/dashboard/stats/tenants',
  access: 'viewer',
  topics: () => [TOPIC.roster],
  throttleMs: 2_000,
  summary: 'The tenants with statistics, ordered by name.',
  response: z.object({ data: z.array(z.object({ id: z.int(), tenant_name: z.string() })) }),
});

export const getGenderStatistics = defineCall({
  name: 'getGenderStatistics',
  method: 'GET',
  path: '/api/dashboard/stats/gender',
  access: 'viewer',
  topics: (request) => ofStatistics(request.query),
  throttleMs: 2_000,
  summary: 'Members by gender, for one tenant or all in production.',
  query: ofTenant,
  response: answer,
});

export const getAgeStatistics = defineCall({
  name: 'getAgeStatistics',
  method: 'GET',
  path: '/api/dashboard/stats/age',
  access: 'viewer',
  topics: (request) => ofStatistics(request.query),
  throttleMs: 2_000,
  summary: 'Members by age, for one tenant or all in production.',
  query: ofTenant,
  response: answer,
});

export const getMemberStatistics = defineCall({
  name: 'getMemberStatistics',
  method: 'GET',
  path: '/api/dashboard/stats/member',
  access: 'viewer',
  topics: (request) => ofStatistics(request.query),
  throttleMs: 2_000,
  summary: 'Members, members on a course, and the coverage of the numbers; for one tenant or all in production.',
  query: ofTenant,
  response: z.object({ data: memberStatistics, coverage }),
});

export const listTenantsByReport = defineCall({
  name: 'listTenantsByReport',
  method: 'GET',
  path: '/api/dashboard/stats/coverage',
  access: 'viewer',
  topics: () => [TOPIC.statistics, TOPIC.roster],
  throttleMs: 2_000,
  summary: 'Ids of the tenants in production behind one of the coverage numbers.',
  query: z.object({ reports: z.enum(REPORT_STATES) }),
  response: z.object({ data: z.array(z.int()) }),
});

export const listSddErrors = defineCall({
  name: 'listSddErrors',
  method: 'GET',
  path: '/api/dashboard/stats/sdd-errors',
  access: 'viewer',
  topics: () => [TOPIC.sddErrors, TOPIC.roster],
  throttleMs: 2_000,
  summary: 'The newest SDD errors of all tenants in production.',
  response: z.object({ data: z.array(sddError) }),
});
