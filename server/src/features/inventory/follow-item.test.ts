import type { Inventory } from '@mission-control/contract/inventory/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { accounts, certificates, environments, regions, servers } from '../../fleet/tables.ts';
import { changedRowsReader } from '../../platform/events/topic-versions.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { commitConfig, configKeys, configs, saveConfig } from '../config/public.ts';
import { constant, diffOf } from '../config/testing/config-fleet.ts';
import { controlConfirmations } from '../control/public.ts';
import { applyInventory } from './apply.ts';
import { importInventory } from './service.ts';
import { inventoryItems } from './tables.ts';
import { smallInventory } from './testing/small-inventory.ts';

const t = setUpTestCtx();
beforeEach(async () => {
  await t.db.execute(
    sql`truncate ${regions}, ${accounts}, ${certificates}, ${configKeys}, ${inventoryItems} restart identity cascade`,
  );
  await importInventory(t, fleet());
  t.sent.length = 0;
});

type Key = Inventory['config_keys'][number];
const fleet = (...keys: Partial<Key>[]): Inventory => ({
  ...smallInventory(),
  config_keys: keys.map((key) => ({
    kind: 'coursepro',
    key_name: 'PORT',
    type: 'string',
    description: '',
    secret: false,
    options: [],
    dependencies: [],
    depends: [],
    ...key,
  })),
});
const apply = (inventory: Inventory) => applyInventory(t, inventory, { hash: 'a'.repeat(64) });
const params = { id: 1, service: 'coursepro' } as const;

describe('applying a config key', () => {
  it.each([
    ['added', fleet()],
    ['changed', fleet({})],
  ])('that is %s with another type makes configs whose file changes wait for a commit', async (_what, first) => {
    await apply(first);
    await saveConfig(t, { params, body: diffOf({ added: [{ ...constant('PORT', '8080', 1), state: 1 }] }) });
    await commitConfig(t, { params });
    const isWaiting = async () => {
      const [config] = await t.db.select().from(configs).where(eq(configs.kind, 'coursepro'));
      return config?.hash !== config?.committedHash;
    };
    expect(await isWaiting()).toBe(false);
    await apply(fleet({ type: 'number' }));
    expect(await isWaiting()).toBe(true);
    await commitConfig(t, { params });
    expect(await isWaiting()).toBe(false);
  });

  it('that becomes secret queues the encryption of its values, once', async () => {
    await apply(fleet({}));
    expect(t.sent).toEqual([]);
    await apply(fleet({ secret: true }));
    expect(t.sent).toMatchObject([{ name: 'config.seal-clear-secrets' }]);
    await apply(fleet({ secret: true, description: 'The port.' }));
    expect(t.sent).toHaveLength(1);
  });
});

describe('applying the servers of an environment', () => {
  const silent = (host: string) => ({
    tenantId: 1,
    service: 'coursepro',
    host,
    error: 'No response.',
    failedAt: new Date(),
  });
  const unconfirmed = async () => (await t.db.select().from(controlConfirmations)).map(({ host }) => host).toSorted();

  it('forgets what a removed server has not confirmed, and makes the attention list stale', async () => {
    await t.db.insert(controlConfirmations).values(['eu-prod-web-03-a', 'eu-prod-web-03-b'].map(silent));
    const { version } = await changedRowsReader(t.db)(TOPIC.attention, 0);
    const next = fleet();
    next.environments[0]!.servers = ['eu-prod-web-03-a'];
    await apply(next);
    expect(await unconfirmed()).toEqual(['eu-prod-web-03-a']);
    expect(await changedRowsReader(t.db)(TOPIC.attention, version)).toMatchObject({ ids: [1] });
  });

  it('forgets what a moved server has not confirmed for services that it leaves', async () => {
    await t.db.insert(controlConfirmations).values(['eu-prod-web-03-b', 'eu-prod-wrk-02-a'].map(silent));
    const next = fleet();
    next.environments[0]!.servers = ['eu-prod-web-03-a', 'eu-prod-wrk-02-a'];
    next.environments[1]!.servers = [];
    next.environments[2]!.servers = ['eu-prod-str-01-a', 'eu-prod-web-03-b'];
    await apply(next);
    expect(await t.db.$count(servers)).toBe(4);
    expect(await unconfirmed()).toEqual(['eu-prod-wrk-02-a']);
  });

  it('forgets what the servers of a removed environment have not confirmed', async () => {
    await t.db.insert(controlConfirmations).values([silent('eu-prod-str-01-a')]);
    await t.db.execute(sql`delete from tenant_services where service = 'strive'`);
    const next = fleet();
    next.environments.splice(2, 1);
    for (const tenant of next.tenants) tenant.services = [];
    expect(await apply(next)).toMatchObject([{ result: 'removed', ref: 'eu-prod-str-01' }]);
    expect(await t.db.$count(environments)).toBe(2);
    expect(await unconfirmed()).toEqual([]);
  });
});
