import type { Inventory, InventoryConfig, InventoryItem } from '@mission-control/contract/inventory/schema';
import { sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { regions, accounts } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { emptyAudit } from '../../platform/testing/empty-audit.ts';
import { createTestCtx, type TestCtx } from '../../platform/testing/test-ctx.ts';
import { configItems, configKeys, configs } from '../config/public.ts';
import { importInventory } from './service.ts';
import { smallInventory } from './testing/small-inventory.ts';

let t: TestCtx;
beforeAll(async () => {
  t = await createTestCtx();
});
beforeEach(async () => {
  rmSync(t.fleetDir, { recursive: true, force: true });
  mkdirSync(t.fleetDir);
  await t.db.execute(sql`truncate ${regions}, ${accounts}, ${configKeys} restart identity cascade`);
  await emptyAudit(t.db);
});
afterAll(() => t.close());

const item = (key: string, value: string): InventoryItem => ({ key, value, type: 1, state: 1, valueTemplate: null });
const key = { type: 'string', description: '', options: [], dependencies: [], depends: [] };

/** The small fleet with a Strive config; its web environment has the server eu-prod-str-01-a. */
function fleetWith(more: Partial<InventoryConfig>, kind: InventoryConfig['kind'] = 'strive'): Inventory {
  const inventory = smallInventory();
  inventory.config_keys = [
    { ...key, kind, key_name: 'URL', secret: false },
    { ...key, kind, key_name: 'TOKEN', secret: true },
  ];
  inventory.tenants[0]!.configs = [
    {
      kind,
      items: [item('URL', 'new'), item('TOKEN', 'hunter2')],
      saved_at: '2026-11-01T10:00:00.000Z',
      saved_by: 'Priya Shah',
      committed: 'same',
      unpublished: [],
      ...more,
    },
  ];
  return inventory;
}

const pathOn = (host: string, file = 'strive.env'): string => join(t.fleetDir, host, 'config', 'tenants', '1', file);
const contentOn = (host: string, file?: string): string => readFileSync(pathOn(host, file), 'utf8');
const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
const stored = async () => (await t.db.select().from(configs))[0];

describe('publishing after an import', () => {
  it('publishes the saved config and stores its hash as committed', async () => {
    await importInventory(t, fleetWith({ committed: 'same' }));
    const content = contentOn('eu-prod-str-01-a');
    expect(content).toContain('hunter2');
    expect(await stored()).toMatchObject({
      revision: 1,
      savedBy: 'Priya Shah',
      hash: sha256(content),
      committedRevision: 1,
      committedHash: sha256(content),
      committedAt: new Date('2026-11-01T10:00:00.000Z'),
      serversDiffer: false,
    });
  });

  it('reaches every server of the web and the worker environment', async () => {
    await importInventory(t, fleetWith({}, 'coursepro'));
    const hosts = ['eu-prod-web-03-a', 'eu-prod-web-03-b', 'eu-prod-wrk-02-a'];
    const contents = hosts.map((host) => contentOn(host, 'coursepro.php'));
    expect(new Set(contents).size).toBe(1);
    expect((await stored())?.committedHash).toBe(sha256(contents[0] ?? ''));
  });

  it('publishes the older state if the last save was never committed', async () => {
    const unpublished = [{ key: 'URL', before: item('URL', 'old') }];
    await importInventory(t, fleetWith({ committed: 'older', unpublished }));
    const content = contentOn('eu-prod-str-01-a');
    expect(content).toContain('old');
    const config = await stored();
    expect(config).toMatchObject({ revision: 2, committedRevision: 1, committedHash: sha256(content) });
    expect(config?.hash).not.toBe(config?.committedHash);
  });

  it('publishes other content to a drifted server', async () => {
    await importInventory(t, fleetWith({ committed: 'drifted' }));
    const config = await stored();
    expect(config?.committedHash).toBe(config?.hash);
    expect(sha256(contentOn('eu-prod-str-01-a'))).not.toBe(config?.committedHash);
  });

  it('does not publish a config that was never committed', async () => {
    await importInventory(t, fleetWith({ committed: 'never' }));
    expect(existsSync(pathOn('eu-prod-str-01-a'))).toBe(false);
    expect(await stored()).toMatchObject({ revision: 1, committedRevision: null, committedHash: null });
  });

  it('marks nothing as committed unless all servers confirmed, and names the failed ones', async () => {
    const inventory = fleetWith({}, 'coursepro');
    inventory.environments[1]!.servers = ['blocked'];
    writeFileSync(join(t.fleetDir, 'blocked'), 'a file where a folder should be');
    await importInventory(t, inventory);
    expect(await stored()).toMatchObject({ committedRevision: null, committedHash: null });
    expect(existsSync(pathOn('eu-prod-web-03-a', 'coursepro.php'))).toBe(false);
    const events = await t.db.select().from(auditEvents);
    expect(events.at(-1)).toMatchObject({
      action: 'inventory.published',
      after: { published: 0, failed: 1, failed_hosts: ['blocked'] },
    });
  });

  it('keeps secrets encrypted in the database and out of the audit trail', async () => {
    await importInventory(t, fleetWith({}));
    const items = await t.db.select().from(configItems).orderBy(configItems.key);
    expect(items.map(({ key: name, secret }) => [name, secret])).toEqual([
      ['TOKEN', true],
      ['URL', false],
    ]);
    expect(JSON.stringify([items, await t.db.select().from(auditEvents)])).not.toContain('hunter2');
  });
});
