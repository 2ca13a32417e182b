import { getTenantCron, listCron } from '@mission-control/contract/cron/calls';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { queryOf } from '../../lib/query.ts';

/** The whole fleet reports all the time. */
const PACE_MS = 5000;

/** The running tasks of the fleet. */
export const cronQuery = queryOf(listCron, {}, ['cron', 'tenants'], PACE_MS);

/** All tasks of a tenant. */
export const tenantCronQuery = (id: number) => queryOf(getTenantCron, { params: { id } }, [`cron:${id}`]);

/** The tenant itself, for its name. */
export const tenantQuery = (id: number) => queryOf(getTenant, { params: { id } }, [`tenant:${id}`]);
