import { omnisearch } from '@mission-control/contract/search/calls';
import { handle } from '../../platform/calls/handler.ts';
import { searchTenants } from './service.ts';

export const searchRoutes = [handle(omnisearch, (ctx, input) => searchTenants(ctx, input.query.val))];
