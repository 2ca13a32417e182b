import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { saveConfigBodySchema, type SaveConfigBody } from '@mission-control/contract/config/schema';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { environments, regions, servers, accounts, tenants, tenantServices } from '../../../fleet/tables.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { saveConfig } from '../save-config.ts';
import { configKeys, publications } from '../tables.ts';

/** Two web servers and a worker. */
export const HOSTS = ['eu-web-1', 'eu-web-2', 'eu-worker-1'];

const key = (kind: ConfigKindSlug, name: string, more: Partial<typeof configKeys.$inferInsert> = {}) => ({
  kind,
  name,
  type: 'string',
  ...more,
});

/** Creates one region with servers, and the keys used by the tests. */
export async function createFleet(t: TestCtx): Promise<void> {
  await t.db.insert(regions).values({ id: 1, name: 'eu-west-1', description: 'Europe' });
  await t.db.insert(accounts).values({ id: 1, tradingName: 'Acme Ltd' });
  const environment = { instanceId: 'i', groupName: 'blue', regionId: 1, fqdn: 'x.example' };
  await t.db.insert(environments).values([
    { ...environment, id: 1, name: 'eu-prod-web', type: 1 },
    { ...environment, id: 2, name: 'eu-prod-worker', type: 2 },
    { ...environment, id: 3, name: 'eu-prod-empty', type: 8 },
  ]);
  await t.db.insert(servers).values(HOSTS.map((host) => ({ host, environmentId: host.includes('web') ? 1 : 2 })));
  await t.db.insert(configKeys).values([
    key('coursepro', 'DB_HOST', { description: 'Where the database is' }),
    key('coursepro', 'DB_PASSWORD', { secret: true }),
    key('coursepro', 'ENABLED', { type: 'boolean' }),
    key('coursepro', 'BASKET', {
      dependencies: [{ name: 'MODE', values: ['shop'] }],
      depends: [{ depends_on_name: 'ENABLED' }],
    }),
  ]);
}

let tenantCount = 0;

/** Creates a tenant with CoursePro on all servers, and Strive and Insight without servers. Returns its id. */
export async function addTenant(t: TestCtx): Promise<number> {
  const id = (tenantCount += 1) + 1000;
  const at = t.clock.now();
  const name = `Tenant ${id}`;
  await t.db
    .insert(tenants)
    .values({ id, name, nameKey: name, regionId: 1, accountId: 1, createdAt: at, updatedAt: at, updatedBy: 'test' });
  await t.db.insert(tenantServices).values([
    { tenantId: id, service: 'coursepro', webEnvironmentId: 1, workerEnvironmentId: 2 },
    { tenantId: id, service: 'strive', webEnvironmentId: 3 },
    { tenantId: id, service: 'insight', webEnvironmentId: 1 },
  ]);
  return id;
}

export type Diff = z.input<typeof saveConfigBodySchema>;

/** Parses a diff as the API does. */
export function diffOf(body: Diff): SaveConfigBody {
  return saveConfigBodySchema.parse(body);
}

export function saveDiff(
  ctx: Ctx,
  id: number,
  diff: Diff,
  service: ConfigKindSlug = 'coursepro',
): ReturnType<typeof saveConfig> {
  return saveConfig(ctx, { params: { id, service }, body: diffOf(diff) });
}

/** An item in wire format. */
export function constant(name: string, value: string, type: 1 | 2 | 3 | 4 | 5 = 2) {
  return { key: name, value, type };
}

/** The published file of a tenant on each server; null = none. */
export function published(t: TestCtx, tenantId: number, file = 'coursepro.php', hosts = HOSTS): (string | null)[] {
  return hosts.map((host) => {
    try {
      return readFileSync(join(t.fleetDir, host, 'config', 'tenants', String(tenantId), file), 'utf8');
    } catch {
      return null;
    }
  });
}

/** Expires the leases of all running publications, as if their processes had died. */
export async function expireLeases(t: TestCtx): Promise<void> {
  await t.db.update(publications).set({ leaseUntil: new Date(0) });
}
