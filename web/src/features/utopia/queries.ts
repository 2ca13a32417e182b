import { listUtopia } from '@mission-control/contract/utopia/calls';
import { queryOf } from '../../lib/query.ts';

/** All tenants with what they have. */
export const utopiaQuery = queryOf(listUtopia, {}, ['tenants']);
