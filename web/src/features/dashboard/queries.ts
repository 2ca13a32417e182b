import {
  getAgeStatistics,
  getGenderStatistics,
  getMemberStatistics,
  listDashboardTenants,
  listSddErrors,
} from '@mission-control/contract/dashboard/calls';
import { queryOf } from '../../lib/query.ts';

/** The tenants to choose from. */
export const dashboardTenantsQuery = queryOf(listDashboardTenants, {}, ['tenants']);

/** Of one tenant, or of all in production, which the call without a tenant means [DASH-07]. */
const asked = (tenant: number | undefined) => ({ query: tenant === undefined ? {} : { tenant } });
const topics = (tenant: number | undefined) =>
  tenant === undefined ? ['dashboard', 'tenants'] : [`dashboard:${tenant}`, `tenant:${tenant}`];

export const genderQuery = (tenant: number | undefined) => queryOf(getGenderStatistics, asked(tenant), topics(tenant));

export const ageQuery = (tenant: number | undefined) => queryOf(getAgeStatistics, asked(tenant), topics(tenant));

export const memberQuery = (tenant: number | undefined) => queryOf(getMemberStatistics, asked(tenant), topics(tenant));

/** The SDD errors of all in production. */
export const sddErrorsQuery = queryOf(listSddErrors, {}, ['sdd-errors', 'tenants']);
