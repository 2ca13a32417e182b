import { getSystemReport } from '@mission-control/contract/system/calls';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { queryOf } from '../../lib/query.ts';

/** The tenant, which carries what its system says. */
export const tenantQuery = (id: number) => queryOf(getTenant, { params: { id } }, [`tenant:${id}`]);

/** When it said so. */
export const systemReportQuery = (id: number) => queryOf(getSystemReport, { params: { id } }, [`tenant:${id}`]);
