import { listDatabases, listDatabaseTenants, listDetachedDatabases } from '@mission-control/contract/databases/calls';
import { handle } from '../../platform/calls/handler.ts';
import { listDatabases as list } from './list-databases.ts';
import { listDetached, listTenantsOn } from './list-tenants-on.ts';

export const databaseRoutes = [
  handle(listDatabases, (ctx, { query }) => list(ctx, query)),
  handle(listDatabaseTenants, async (ctx, { params }) => ({ tenants: await listTenantsOn(ctx, params.id) })),
  handle(listDetachedDatabases, async (ctx, { params }) => ({ databases: await listDetached(ctx, params.id) })),
];
