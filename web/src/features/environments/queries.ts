import { listEnvironments } from '@mission-control/contract/environments/calls';
import { queryOf } from '../../lib/query.ts';

/** All environments with the numbers of their servers and tenants. */
export const environmentListQuery = queryOf(listEnvironments, {}, ['environments', 'tenants']);
