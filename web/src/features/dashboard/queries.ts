import { getAgeStatistics, getGenderStatistics, getMemberStatistics } from '@mission-control/contract/dashboard/calls';
import { queryOf } from '../../lib/api/query.ts';

/** Of one tenant, or of all in production, which the call without a tenant means [DASH-07]. */
const asked = (tenant: number | undefined) => ({ query: tenant === undefined ? {} : { tenant } });

export const genderQuery = (tenant: number | undefined) => queryOf(getGenderStatistics, asked(tenant));

export const ageQuery = (tenant: number | undefined) => queryOf(getAgeStatistics, asked(tenant));

export const memberQuery = (tenant: number | undefined) => queryOf(getMemberStatistics, asked(tenant));
