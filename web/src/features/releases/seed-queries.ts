import { seedTenant } from '@mission-control/contract/releases/seed/calls';
import { selectTenants } from '@mission-control/contract/tenants/calls';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

/** Id and name of every tenant. */
export const seedChoicesQuery = queryOf(selectTenants, {}, ['tenants']);

/** @param key names the click: sent twice, it runs once */
export const startSeed = (tenant: string, key: string) => api.start(seedTenant, { body: { tenant } }, key);
