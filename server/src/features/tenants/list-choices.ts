import type { Ctx } from '../../platform/context.ts';
import { listAccountRows, listTenantChoices } from './queries-create.ts';

/** Id and name of all tenants, by name. */
export async function selectTenants(ctx: Ctx): Promise<{ tenants: { id: number; tenant_name: string }[] }> {
  return { tenants: await listTenantChoices(ctx.db) };
}

/** All accounts, by name. */
export async function listAccounts(ctx: Ctx): Promise<{ accounts: { _id: number; trading_name: string }[] }> {
  return { accounts: await listAccountRows(ctx.db) };
}
