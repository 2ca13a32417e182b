import { listDatabases } from '@mission-control/contract/databases/calls';
import { handle } from '../../platform/calls/handler.ts';
import { listDatabases as list } from './list-databases.ts';

export const databaseRoutes = [handle(listDatabases, (ctx, { query }) => list(ctx, query))];
