import { z } from 'zod';
import { idInAddress } from '../id.ts';
import { defineCall } from '../call.ts';
import { reportSddErrors, reportStatistics } from './report.ts';
import { coverage, memberStatistics, sddError, slices } from './schema.ts';

/** Without a tenant: all in production, which are those that are active and no training or test site. */
const ofTenant = z.object({ tenant: idInAddress.optional() });
const answer = z.object({ data: slices });

export const listDashboardTenants = defineCall({
  name: 'listDashboardTenants',
  method: 'GET',
  path: '/api/dashboard/stats/tenants',
  access: 'viewer',
  summary: 'The tenants whose statistics can be asked for, by name.',
  answer: z.object({ data: z.array(z.object({ id: z.int(), tenant_name: z.string() })) }),
});

export const getGenderStatistics = defineCall({
  name: 'getGenderStatistics',
  method: 'GET',
  path: '/api/dashboard/stats/gender',
  access: 'viewer',
  summary: 'Members by gender, of a tenant or of all in production.',
  query: ofTenant,
  answer,
});

export const getAgeStatistics = defineCall({
  name: 'getAgeStatistics',
  method: 'GET',
  path: '/api/dashboard/stats/age',
  access: 'viewer',
  summary: 'Members by age, of a tenant or of all in production.',
  query: ofTenant,
  answer,
});

export const getMemberStatistics = defineCall({
  name: 'getMemberStatistics',
  method: 'GET',
  path: '/api/dashboard/stats/member',
  access: 'viewer',
  summary: 'Members, those on a course, and how up to date this is; of a tenant or of all in production.',
  query: ofTenant,
  answer: z.object({ data: memberStatistics, coverage }),
});

export const listSddErrors = defineCall({
  name: 'listSddErrors',
  method: 'GET',
  path: '/api/dashboard/stats/sdd-errors',
  access: 'viewer',
  summary: 'The newest SDD errors of all tenants in production.',
  answer: z.object({ data: z.array(sddError) }),
});

export const dashboardCalls = [
  listDashboardTenants,
  getGenderStatistics,
  getAgeStatistics,
  getMemberStatistics,
  listSddErrors,
  reportStatistics,
  reportSddErrors,
];
