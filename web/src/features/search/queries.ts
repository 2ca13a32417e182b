import { omnisearch } from '@mission-control/contract/search/calls';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { queryOf } from '../../lib/query.ts';

/** Tenants for what was typed, best match first. */
export const searchQuery = (text: string) => queryOf(omnisearch, { query: { val: text } }, ['tenants']);

/** The tenant whose page is open; the page has read it already. */
export const openTenantQuery = (id: number) => queryOf(getTenant, { params: { id } }, [`tenant:${id}`]);
