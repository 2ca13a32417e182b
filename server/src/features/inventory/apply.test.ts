import type { Inventory } from '@mission-control/contract/inventory/schema';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accounts, certificates, environments, regions, servers, tenants } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { emptyAudit } from '../../platform/testing/empty-audit.ts';
import { createTestCtx, type TestCtx } from '../../platform/testing/test-ctx.ts';
import { configItems, configKeys } from '../config/public.ts';
import { applyInventory, planInventory } from './apply.ts';
import { importInventory } from './service.ts';
import { inventoryThings } from './tables.ts';
import { smallInventory } from './testing/small-inventory.ts';

let t: TestCtx;
beforeAll(async () => {
  t = await createTestCtx();
});
beforeEach(async () => {
  await t.db.execute(
    sql`truncate ${regions}, ${accounts}, ${certificates}, ${configKeys}, ${inventoryThings} restart identity cascade`,
  );
  await emptyAudit(t.db);
});
afterAll(() => t.close());

const hash = 'a'.repeat(64);
const apply = (inventory: Inventory) => applyInventory(t, inventory, { hash });
const planned = async (inventory: Inventory) =>
  (await planInventory(t, inventory)).map(({ action, kind, ref }) => `${action} ${kind} ${ref}`);
const key = { kind: 'strive', key_name: 'TOKEN', type: 'string', description: '', secret: true } as const;
const fleet = (): Inventory => ({
  ...smallInventory(),
  config_keys: [{ ...key, options: [], dependencies: [], depends: [] }],
});

describe('applying an inventory', () => {
  it('fills an empty console like an import does; a second apply changes nothing', async () => {
    await apply(fleet());
    expect(await planned(fleet())).toEqual([]);
    const before = await t.db.select().from(auditEvents);
    expect(before.map(({ action }) => action)).toEqual(['inventory.apply-started', 'inventory.applied']);
    expect(before[1]?.after).toMatchObject({ file_sha256: hash, add: 10 });
    await apply(fleet());
    expect(await t.db.select().from(auditEvents)).toEqual(before);
    expect(await t.db.select().from(servers)).toHaveLength(4);
  });

  it('finds nothing to do after an import of the same file', async () => {
    await importInventory(t, fleet());
    expect(await planned(fleet())).toEqual([]);
  });

  it('changes, adds and removes what the next file says, and keeps ids through a rename', async () => {
    const first = fleet();
    first.environments[0]!.ref = 'web';
    await importInventory(t, first);
    const [before] = await t.db.select().from(environments).orderBy(environments.id);
    const next = structuredClone(first);
    next.environments[0]!.name = 'eu-prod-web-99';
    next.environments[0]!.servers = ['eu-prod-web-03-a', 'eu-prod-web-99-c'];
    for (const one of next.tenants[0]!.services)
      if (one.web_environment === 'eu-prod-web-03') one.web_environment = 'web';
    next.environments.push({ ...next.environments[0]!, ref: 'new', name: 'eu-prod-web-04', servers: [] });
    next.config_keys = [];
    next.certificates = [{ name: '*.example', domain: '*.example' }];
    expect(await planned(next)).toEqual([
      'add certificate *.example',
      'change environment web',
      'add environment new',
      'remove config_key strive/TOKEN',
    ]);
    await apply(next);
    expect(await planned(next)).toEqual([]);
    const [after] = await t.db.select().from(environments).orderBy(environments.id);
    expect(after).toEqual({ ...before, name: 'eu-prod-web-99' });
    expect((await t.db.select().from(servers)).map(({ host }) => host)).toContain('eu-prod-web-99-c');
    expect(await t.db.select().from(configKeys)).toEqual([]);
  });

  it('refuses to remove what is used, and says who uses it', async () => {
    await importInventory(t, fleet());
    const next = fleet();
    next.environments = next.environments.filter(({ name }) => name !== 'eu-prod-str-01');
    for (const tenant of next.tenants) tenant.services = [];
    const steps = await apply(next);
    expect(steps).toMatchObject([{ action: 'refused', ref: 'eu-prod-str-01', reason: 'Brimham Active uses it.' }]);
    expect(await t.db.select().from(environments)).toHaveLength(3);
  });

  it('leaves a field alone that was changed here and in the file', async () => {
    await importInventory(t, fleet());
    await t.db
      .update(environments)
      .set({ fqdn: 'mine.example.net' })
      .where(sql`name = 'eu-prod-str-01'`);
    const next = fleet();
    next.environments[2]!.fqdn = 'theirs.example.net';
    expect(await apply(next)).toMatchObject([{ action: 'conflict', ref: 'eu-prod-str-01' }]);
    expect((await t.db.select().from(environments)).map(({ fqdn }) => fqdn)).toContain('mine.example.net');
  });

  it('adds tenants with their services and configs, leaves operators what is theirs, and continues where it was interrupted', async () => {
    const before = fleet();
    before.tenants = before.tenants.slice(1);
    await importInventory(t, before);
    const next = fleet();
    next.tenants[0]!.id = 4711;
    next.tenants[1]!.active = false;
    next.tenants[0]!.configs = [
      {
        kind: 'strive',
        items: [{ key: 'TOKEN', value: 'hunter2', type: 1, state: 1, valueTemplate: null }],
        saved_at: '2026-11-01T10:00:00.000Z',
        saved_by: 'Priya Shah',
        committed: 'same',
        unpublished: [],
      },
    ];
    expect(await planned(next)).toEqual(['add tenant Brimham Active']);
    await apply(next);
    expect((await t.db.select().from(tenants).orderBy(tenants.id)).map(({ id, active }) => [id, active])).toEqual([
      [1, true],
      [2, false],
      [4711, true],
    ]);
    expect(await t.db.select().from(configItems)).toMatchObject([{ tenantId: 4711, key: 'TOKEN', secret: true }]);
    expect(await planned(next)).toEqual([]);
  });

  it('renames a tenant, whose ref stays its key', async () => {
    const first = fleet();
    first.tenants[1]!.ref = 'fenland';
    await importInventory(t, first);
    const next = structuredClone(first);
    next.tenants[1]!.name = 'Fenland Swim';
    expect(await planned(next)).toEqual(['change tenant fenland']);
    await apply(next);
    expect(
      await t.db
        .select()
        .from(tenants)
        .where(sql`id = 2`),
    ).toMatchObject([{ name: 'Fenland Swim', nameKey: 'fenland swim', version: 2 }]);
    expect(await planned(next)).toEqual([]);
  });

  it('never gives an id again', async () => {
    await importInventory(t, fleet());
    const next = fleet();
    next.tenants.push({ ...next.tenants[2]!, name: 'Late', id: 2 });
    await expect(apply(next)).rejects.toMatchObject({ code: 'conflict', message: /The id 2 of Late/ });
    expect(await t.db.select().from(tenants)).toHaveLength(3);
  });
});
