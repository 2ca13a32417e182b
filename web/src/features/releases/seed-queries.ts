import { seedTenant } from '@mission-control/contract/releases/seed/calls';
import { selectTenants } from '@mission-control/contract/tenants/calls';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

/** Id and name of every tenant. */
export const seedChoicesQuery = queryOf(selectTenants, {}, ['tenants']);

/** It is answered when the seeding has ended. */
const LIMIT_MS = 60 * 60_000;

/** @param key names the click: sent twice, it runs once */
export const sendSeed = (tenant: string, key: string) =>
  api.send(seedTenant, { body: { tenant } }, { idempotencyKey: key, timeoutMs: LIMIT_MS });
