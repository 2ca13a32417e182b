import { seedTenant } from '@mission-control/contract/releases/seed/calls';
import { getTenant, selectTenants } from '@mission-control/contract/tenants/calls';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

/** Id and name of every tenant. */
export const seedChoicesQuery = queryOf(selectTenants, {}, ['tenants']);

/** The chosen tenant, for what seeding it means. */
export const seededTenantQuery = (id: number) => queryOf(getTenant, { params: { id } }, [`tenant:${id}`]);

/** @param key names the click: sent twice, it runs once */
export const startSeed = (tenant: string, key: string) => api.start(seedTenant, { body: { tenant } }, key);
