import type { RelationInput } from '@mission-control/contract/relations/schema';
import { getTenant, selectTenants, updateTenant } from '@mission-control/contract/tenants/calls';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

export const tenantQuery = (id: number) => queryOf(getTenant, { params: { id } }, [`tenant:${id}`]);

/** Id and name of every tenant that can be chosen. */
export const choicesQuery = queryOf(selectTenants, {}, ['tenants']);

/** Makes the list the tenant's relations; refused when there is a newer version of the tenant. @throws ApiError */
export const saveRelations = (id: number, body: { relations: RelationInput[]; version: number }) =>
  api.send(updateTenant, { params: { id }, body });
