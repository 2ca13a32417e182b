import type { TenantDetail, TenantRow } from '@mission-control/contract/tenants/schema';
import { expect } from '@playwright/test';
import type { Operator } from './operator.ts';

/** All tenants. */
export async function listTenants(operator: Operator): Promise<TenantRow[]> {
  return ((await operator.call('GET', '/api/tenant')).body as { tenants: TenantRow[] }).tenants;
}

export async function readTenant(operator: Operator, id: number): Promise<TenantDetail> {
  return ((await operator.call('GET', `/api/tenant/${id}`)).body as { tenant: TenantDetail }).tenant;
}

/** Adds a tenant without services in region 1; returns its id. */
export async function addTenant(operator: Operator, name: string): Promise<number> {
  const { status, body } = await operator.call('PUT', '/api/tenant/', { tenant: name, region: 1, account: 1 });
  expect(status).toBe(200);
  return (body as { id: number }).id;
}

/** The ids of the database servers in region 1 for a service. */
export async function listDatabases(operator: Operator, service: string): Promise<number[]> {
  const { body } = await operator.call('GET', `/api/database?type=${service}&region=1`);
  return (body as { databases: { id: number }[] }).databases.map(({ id }) => id);
}
