import { listDatabases, listDatabaseTenants, listDetachedDatabases } from '@mission-control/contract/databases/calls';
import { queryOf } from '../../lib/query.ts';

/** All database servers with their load; new samples come every minute. */
export const databaseListQuery = queryOf(listDatabases, { query: {} }, ['databases', 'tenants']);

/** The tenants' services that live on a server. */
export const databaseTenantsQuery = (id: number) => queryOf(listDatabaseTenants, { params: { id } }, ['tenants']);

/** Databases on a server that nobody uses; the server itself is asked, so only when somebody wants to know. */
export const detachedQuery = (id: number) => queryOf(listDetachedDatabases, { params: { id } });
