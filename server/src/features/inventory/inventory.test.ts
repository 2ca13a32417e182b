import { sql } from 'drizzle-orm';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  certificates,
  environments,
  regions,
  servers,
  accounts,
  tenants,
  domains,
  tenantServices,
} from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { emptyAudit } from '../../platform/testing/empty-audit.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { rows } from '../../platform/database/database.ts';
import { configs } from '../config/public.ts';
import { relations } from '../relations/public.ts';
import { systemValues } from '../system/public.ts';
import { listDeclared } from './queries-fleet.ts';
import { importInventory, importInventoryFile } from './service.ts';
import { smallInventory } from './testing/small-inventory.ts';

const t = setUpTestCtx();
let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'mc-inventory-'))));
beforeEach(async () => {
  await t.db.execute(sql`truncate ${regions}, ${accounts}, ${certificates} restart identity cascade`);
  await emptyAudit(t.db);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (content: unknown): string => {
  const path = join(folder, 'inventory.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const counts = {
  regions: 1,
  accounts: 1,
  environments: 3,
  servers: 4,
  database_hosts: 1,
  tenants: 3,
  services: 2,
  configs: 0,
  relations: 0,
};

describe('importing an inventory', () => {
  it('fills an empty console from a file, keeping the order of tenants', async () => {
    expect(await importInventoryFile(t, fileOf(smallInventory()))).toEqual(counts);
    const found = await t.db.select().from(tenants).orderBy(tenants.id);
    expect(found.map(({ id, name, nameKey }) => [id, name, nameKey])).toEqual([
      [1, 'Brimham Active', 'brimham active'],
      [2, 'Fenland Training', 'fenland training'],
      [3, 'Wharfe Valley', 'wharfe valley'],
    ]);
    const [web] = await t.db.select().from(environments).orderBy(environments.id);
    const [coursepro] = await t.db.select().from(tenantServices).orderBy(tenantServices.service);
    expect(coursepro).toMatchObject({ tenantId: 1, service: 'coursepro', webEnvironmentId: web?.id, bridge: 'xnrest' });
    expect(await t.db.select().from(domains)).toMatchObject([
      { tenantId: 1, service: 'coursepro', host: 'brimham-active.coursepro.co.uk', isPrimary: true },
    ]);
    expect(await t.db.select().from(servers)).toHaveLength(4);
  });

  it('writes one audit event with the counts', async () => {
    await importInventory(t, smallInventory());
    expect(await t.db.select().from(auditEvents)).toMatchObject([
      { action: 'inventory.imported', subject: 'fleet', actor: 'test', after: counts },
    ]);
  });

  it('skips a non-empty console, whatever the file contains', async () => {
    await importInventory(t, smallInventory());
    await t.db.update(tenants).set({ name: 'Renamed', deletedAt: t.clock.now() });
    expect(await importInventoryFile(t, join(folder, 'is not there.json'))).toBeNull();
    await expect(importInventory(t, smallInventory())).rejects.toMatchObject({ code: 'conflict' });
    expect(await t.db.select().from(tenants)).toHaveLength(3);
  });

  it('lets exactly one of two concurrent imports win', async () => {
    const both = await Promise.allSettled([importInventory(t, smallInventory()), importInventory(t, smallInventory())]);
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await t.db.select().from(tenants)).toHaveLength(3);
  });

  it('imports all or nothing', async () => {
    const inventory = smallInventory();
    // Not validated, so that the database rejects it at the end.
    for (const tenant of inventory.tenants) tenant.name = 'Same';
    await expect(importInventory(t, inventory)).rejects.toThrow();
    expect(await t.db.select().from(regions)).toEqual([]);
    expect(await t.db.select().from(auditEvents)).toEqual([]);
  });

  it('reads a large fleet in parts, one per line', async () => {
    const { tenants: all, ...platform } = smallInventory();
    const [first, second, third] = all;
    const relation = { parent: 'Wharfe Valley', child: 'Fenland Training' };
    // The file is read in chunks of 1 MB; these lines end in the middle of one.
    const space = ' '.repeat(1.5 * 1024 * 1024);
    const write = (...parts: object[]): string => {
      const path = join(folder, 'inventory.jsonl');
      writeFileSync(path, parts.map((part) => `${JSON.stringify(part)}${space}`).join('\n'));
      return path;
    };
    const stranger = { ...third, account: 'Unknown' };
    const faulty = importInventoryFile(t, write({ ...platform, tenants: [first] }, { tenants: [second, stranger] }));
    await expect(faulty).rejects.toMatchObject({
      messages: expect.arrayContaining([expect.stringMatching(/^Line 2: tenants\[1\].*"Unknown"$/)]) as string[],
    });
    expect(await t.db.select().from(regions)).toEqual([]);
    const parts = write({ ...platform, tenants: [first] }, { tenants: [second, third], relations: [relation] });
    expect(await importInventoryFile(t, parts)).toEqual({ ...counts, relations: 1 });
    const names = (await t.db.select().from(tenants).orderBy(tenants.id)).map(({ name }) => name);
    expect(names).toEqual(all.map(({ name }) => name));
    expect([...(await listDeclared(t.db, 'tenant')).values()].toSorted()).toEqual(names.toSorted());
    expect(await t.db.select().from(auditEvents)).toMatchObject([{ after: { ...counts, relations: 1 } }]);
  });

  it('assigns ids above those of earlier lines, too', async () => {
    const { tenants: all, ...platform } = smallInventory();
    const [first, second, third] = all;
    const path = join(folder, 'ids.jsonl');
    const lines = [{ ...platform, tenants: [{ ...first, id: 12 }] }, { tenants: [{ ...second, id: 11 }, third] }];
    writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
    await importInventoryFile(t, path);
    const found = await t.db.select().from(tenants).orderBy(tenants.id);
    expect(found.map(({ id, name }) => [id, name])).toEqual([
      [11, second?.name],
      [12, first?.name],
      [13, third?.name],
    ]);
  });

  it.each([
    ['the id that an earlier line was assigned', { id: 13 }],
    ['the name of a tenant in an earlier line', { name: 'brimham active' }],
    ['the ref of a tenant in an earlier line', { ref: 'brimham' }],
    ['the domain of a tenant in an earlier line', { services: smallInventory().tenants[0]?.services }],
  ])('names the line of a tenant with %s', async (_what, clash) => {
    const { tenants: all, ...platform } = smallInventory();
    const [first, second, third] = all;
    const path = join(folder, 'clash.jsonl');
    const lines = [
      { ...platform, tenants: [{ ...first, id: 12, ref: 'brimham' }, second] },
      { tenants: [{ ...third, ...clash }] },
    ];
    writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n\n'));
    await expect(importInventoryFile(t, path)).rejects.toMatchObject({
      code: 'refused',
      messages: [
        'The inventory was not imported. Correct it and start again.',
        expect.stringMatching(
          /^Line 3: a tenant has the id, the ref, the name or a domain of a tenant in an earlier line\./,
        ),
      ],
    });
    expect(await t.db.select().from(tenants)).toEqual([]);
  });

  it('may parse a large file for longer than other transactions may pause', async () => {
    const limit = sql`show idle_in_transaction_session_timeout`;
    // The embedded database has no limit by itself.
    await t.db.execute(sql`set idle_in_transaction_session_timeout = '30s'`);
    const during: unknown[] = [];
    const nothing = { monitors: [], databases: [], cron: [], runs: [], served: [], brandings: [], changes: [] };
    await importInventory(t, { ...smallInventory(), history: { until: '2026-11-01T10:00:00.000Z', ...nothing } }, [
      async (db) => void during.push(await rows(db, limit)),
    ]);
    expect(during).toEqual([[{ idle_in_transaction_session_timeout: '0' }]]);
    expect(await rows(t.db, limit)).toEqual([{ idle_in_transaction_session_timeout: '30s' }]);
  });

  it('stores names verbatim', async () => {
    const inventory = smallInventory();
    const names = [`O'Neill's "Swim" & <b>Gym</b>`, '大阪スイミングクラブ', `'); drop table tenants; -- $1 \\`];
    for (const [at, tenant] of inventory.tenants.entries()) tenant.name = names[at] ?? '';
    await importInventoryFile(t, fileOf(inventory));
    expect((await t.db.select().from(tenants).orderBy(tenants.id)).map((one) => one.name)).toEqual(names);
  });

  it('never writes to a server, and takes what was published from the inventory (C-134)', async () => {
    const inventory = smallInventory();
    const item = { key: 'URL', value: 'new', type: 1, state: 1, valueTemplate: null } as const;
    const saved = { items: [item], saved_at: '2026-11-01T10:00:00.000Z', saved_by: 'Priya Shah', unpublished: [] };
    const before = [{ key: 'URL', before: { ...item, value: 'old' } }];
    inventory.tenants[0]!.configs = [
      { ...saved, kind: 'strive', committed: 'same' },
      { ...saved, kind: 'coursepro', committed: 'older', unpublished: before },
    ];
    await importInventory(t, inventory);
    expect(readdirSync(t.fleetDir)).toEqual([]);
    const found = await t.db.select().from(configs).orderBy(configs.kind);
    expect(found).toMatchObject([
      { kind: 'coursepro', revision: 2, committedRevision: 1, savedBy: 'Priya Shah' },
      { kind: 'strive', revision: 1, committedRevision: 1, committedBy: 'Priya Shah' },
    ]);
    expect(found.map(({ hash, committedHash }) => hash === committedHash)).toEqual([false, true]);
  });

  it('treats a config as never published where its service has no servers, or the inventory says so', async () => {
    const inventory = smallInventory();
    const saved = { items: [], saved_at: '2026-11-01T10:00:00.000Z', saved_by: 'Priya Shah', unpublished: [] };
    inventory.environments[2]!.servers = [];
    inventory.tenants[0]!.configs = [
      { ...saved, kind: 'strive', committed: 'same' },
      { ...saved, kind: 'coursepro', committed: 'never' },
    ];
    await importInventory(t, inventory);
    expect((await t.db.select().from(configs)).map((one) => one.committedHash)).toEqual([null, null]);
  });

  it('keeps the ids given for tenants, and assigns higher ones to the others', async () => {
    const inventory = smallInventory();
    inventory.tenants[1]!.id = 4711;
    inventory.tenants[0]!.id = 7;
    await importInventory(t, inventory);
    expect((await t.db.select().from(tenants).orderBy(tenants.id)).map(({ id, name }) => [id, name])).toEqual([
      [7, 'Brimham Active'],
      [4711, 'Fenland Training'],
      [4712, 'Wharfe Valley'],
    ]);
    const [next] = await rows<{ id: string }>(t.db, sql`select nextval('tenants_id_seq') as id`);
    expect(Number(next?.id)).toBe(4713);
  });

  it('imports relations and system values', async () => {
    const inventory = smallInventory();
    inventory.relations = [
      { parent: 'Wharfe Valley', child: 'Brimham Active' },
      { parent: 'Brimham Active', child: 'Fenland Training' },
    ];
    const [brimham] = inventory.tenants;
    if (brimham) brimham.system = { php_version: '8.3.14', timezone: 'Europe/London' };
    expect(await importInventoryFile(t, fileOf(inventory))).toEqual({ ...counts, relations: 2 });
    expect(await t.db.select().from(relations).orderBy(relations.id)).toEqual([
      { id: expect.any(Number) as number, parentId: 3, childId: 1 },
      { id: expect.any(Number) as number, parentId: 1, childId: 2 },
    ]);
    expect(await t.db.select().from(systemValues).orderBy(systemValues.key)).toEqual([
      { tenantId: 1, key: 'php_version', value: '8.3.14' },
      { tenantId: 1, key: 'timezone', value: 'Europe/London' },
    ]);
  });

  it('writes nothing for an invalid inventory', async () => {
    const inventory = smallInventory();
    inventory.accounts = [];
    await expect(importInventoryFile(t, fileOf(inventory))).rejects.toMatchObject({ code: 'refused' });
    expect(await t.db.select().from(regions)).toEqual([]);
  });
});
