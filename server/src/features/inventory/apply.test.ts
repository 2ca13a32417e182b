import type { Inventory } from '@mission-control/contract/inventory/schema';
import { asc, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  accounts,
  certificates,
  deletedServices,
  environments,
  regions,
  servers,
  tenants,
  tenantServices,
} from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { emptyAudit } from '../../platform/testing/empty-audit.ts';
import { lockAwaited } from '../../platform/testing/lock-awaited.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { configDrifts, configItems, configKeys } from '../config/public.ts';
import { lockRelations, relations } from '../relations/public.ts';
import { applyInventory, fingerprintOf, planInventory } from './apply.ts';
import { importInventory } from './service.ts';
import { inventoryItems } from './tables.ts';
import { smallInventory } from './testing/small-inventory.ts';

const t = setUpTestCtx();
beforeEach(async () => {
  await t.db.execute(
    sql`truncate ${regions}, ${accounts}, ${certificates}, ${configKeys}, ${inventoryItems} restart identity cascade`,
  );
  await emptyAudit(t.db);
});

const hash = 'a'.repeat(64);
const apply = (inventory: Inventory) => applyInventory(t, inventory, { hash });
const planned = async (inventory: Inventory) =>
  (await planInventory(t, inventory)).steps.map(({ action, kind, ref }) => `${action} ${kind} ${ref}`);
const key = { kind: 'strive', key_name: 'TOKEN', type: 'string', description: '', secret: true } as const;
const fleet = (): Inventory => ({
  ...smallInventory(),
  config_keys: [{ ...key, options: [], dependencies: [], depends: [] }],
});

describe('applying an inventory', () => {
  it('fills an empty console as an import does; a second apply changes nothing', async () => {
    await apply(fleet());
    expect(await planned(fleet())).toEqual([]);
    const before = await t.db.select().from(auditEvents);
    expect(before.map(({ action }) => action)).toEqual(['inventory.apply-started', 'inventory.applied']);
    expect(before[1]?.after).toMatchObject({ file_sha256: hash, added: 10 });
    expect(before[1]?.after).toHaveProperty('things.0', 'added region eu-west-1');
    await apply(fleet());
    expect(await t.db.select().from(auditEvents)).toEqual(before);
    expect(await t.db.select().from(servers)).toHaveLength(4);
  });

  it('finds nothing to do after an import of the same file', async () => {
    await importInventory(t, fleet());
    expect(await planned(fleet())).toEqual([]);
  });

  it('changes, adds and removes what the next file declares, and keeps ids through a rename', async () => {
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

  it('refuses to remove items in use, and names their users', async () => {
    await importInventory(t, fleet());
    const next = fleet();
    next.environments = next.environments.filter(({ name }) => name !== 'eu-prod-str-01');
    for (const tenant of next.tenants) tenant.services = [];
    const results = await apply(next);
    expect(results).toMatchObject([{ result: 'left', ref: 'eu-prod-str-01', reason: 'Brimham Active uses it.' }]);
    expect(await t.db.select().from(environments)).toHaveLength(3);
  });

  it('refuses to remove items that a deleted service needs to be restored', async () => {
    await importInventory(t, fleet());
    const [service] = await t.db
      .delete(tenantServices)
      .where(sql`service = 'strive'`)
      .returning();
    const { tenantId, service: slug, ...facts } = service!;
    const deleted = { tenantId, service: slug, deletedAt: t.clock.now(), deletedBy: 'Priya Shah' };
    await t.db.insert(deletedServices).values({ ...deleted, facts: { service: facts, domains: [] } });
    const next = fleet();
    next.environments = next.environments.filter(({ name }) => name !== 'eu-prod-str-01');
    for (const tenant of next.tenants) tenant.services = [];
    const reason = 'Brimham Active needs it to restore a deleted service.';
    expect(await apply(next)).toMatchObject([{ result: 'left', ref: 'eu-prod-str-01', reason }]);
    expect(await t.db.select().from(environments)).toHaveLength(3);
  });

  it('leaves a field alone that was changed both here and in the file', async () => {
    await importInventory(t, fleet());
    await t.db
      .update(environments)
      .set({ fqdn: 'mine.example.net' })
      .where(sql`name = 'eu-prod-str-01'`);
    const next = fleet();
    next.environments[2]!.fqdn = 'theirs.example.net';
    expect(await planned(next)).toEqual(['conflict environment eu-prod-str-01']);
    expect(await apply(next)).toMatchObject([{ result: 'left', ref: 'eu-prod-str-01' }]);
    expect((await t.db.select().from(environments)).map(({ fqdn }) => fqdn)).toContain('mine.example.net');
  });

  it('adds tenants with their services and configs, leaves fields owned by operators, and resumes after an interruption', async () => {
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

  it('adds no tenant whose relations close a cycle with one that is being made here', async () => {
    const before = fleet();
    before.tenants = before.tenants.slice(1);
    await importInventory(t, before);
    const other = t.db.transaction(async (tx) => {
      await lockRelations(tx);
      await tx.insert(relations).values({ parentId: 2, childId: 1 });
      await lockAwaited(tx);
    });
    const next = fleet();
    next.relations = [
      { parent: 'Fenland Training', child: 'Brimham Active' },
      { parent: 'Brimham Active', child: 'Wharfe Valley' },
    ];
    const cycle = 'Brimham Active › Wharfe Valley › Fenland Training › Brimham Active';
    const reason = `Wharfe Valley cannot be a child of Brimham Active, which is below it: ${cycle}.`;
    expect(await apply(next)).toEqual([{ result: 'left', kind: 'tenant', ref: 'Brimham Active', reason }]);
    await other;
    expect([await t.db.$count(tenants), await t.db.$count(relations)]).toEqual([2, 1]);
    next.relations.pop();
    const versions = () => t.db.select({ version: tenants.version }).from(tenants).orderBy(asc(tenants.id)).limit(2);
    const earlier = await versions();
    expect(await apply(next)).toMatchObject([{ result: 'added', ref: 'Brimham Active' }]);
    expect(await t.db.$count(relations)).toBe(2);
    // An editor of the other end's relations is out of date.
    expect((await versions()).filter(({ version }, at) => version !== earlier[at]?.version)).toHaveLength(1);
  });

  it('renames a tenant, whose ref remains its key', async () => {
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

  it('never reuses an id: the plan shows it as a conflict, and the rest is applied', async () => {
    await importInventory(t, fleet());
    const next = fleet();
    next.tenants.push({ ...next.tenants[2]!, name: 'Late', id: 2 });
    next.tenants[1]!.id = 44;
    next.regions.push({ name: 'us-east-1', description: 'Virginia' });
    expect(await planned(next)).toEqual([
      'conflict tenant Fenland Training',
      'conflict tenant Late',
      'add region us-east-1',
    ]);
    const results = await apply(next);
    expect(results.map(({ result, ref, reason }) => `${result} ${ref}: ${reason}`)).toEqual([
      'left Fenland Training: Its id here is 2, which cannot change; the file says 44.',
      "left Late: The id 2 of Late is or was another tenant's. Ids are never reused.",
      'added us-east-1: ',
    ]);
    expect(await t.db.select().from(tenants)).toHaveLength(3);
  });

  it('lets items of a kind swap their names, and servers their environments, in one apply', async () => {
    const first = fleet();
    first.environments.forEach((one, at) => (one.ref = `env-${at}`));
    first.tenants.forEach((one, at) => (one.ref = `tenant-${at}`));
    await importInventory(t, first);
    const next = structuredClone(first);
    const [web, worker] = next.environments;
    [web!.name, worker!.name] = [worker!.name, web!.name];
    [web!.servers, worker!.servers] = [worker!.servers, web!.servers];
    for (const one of next.tenants[0]!.services) {
      if (one.web_environment === 'eu-prod-web-03') one.web_environment = 'env-0';
      if (one.worker_environment === 'eu-prod-wrk-02') one.worker_environment = 'env-1';
    }
    const names = next.tenants.map(({ name }) => name);
    next.tenants.forEach((one, at) => (one.name = names[(at + 1) % names.length] ?? ''));
    const results = await apply(next);
    expect(results.map(({ result, ref }) => `${result} ${ref}`).toSorted()).toEqual([
      'changed env-0',
      'changed env-1',
      'changed tenant-0',
      'changed tenant-1',
      'changed tenant-2',
    ]);
    expect(await planned(next)).toEqual([]);
    const found = await t.db.select().from(environments).orderBy(environments.id);
    expect(found.slice(0, 2).map(({ name }) => name)).toEqual(['eu-prod-wrk-02', 'eu-prod-web-03']);
    const named = await t.db.select().from(tenants).orderBy(tenants.id);
    expect(named.map(({ name }) => name)).toEqual([...names.slice(1), names[0]]);
  });

  it('skips a new item whose name belongs to one in use, and everything that needs it', async () => {
    await importInventory(t, fleet());
    const next = fleet();
    next.regions[0]!.ref = 'new';
    next.environments.forEach((one) => (one.region = 'new'));
    for (const one of next.database_hosts) one.region = 'new';
    // The tenants keep the old region, so neither it nor its name can be freed.
    const results = await apply(next);
    expect(results.filter(({ result }) => result !== 'left')).toEqual([]);
    expect(results.find(({ ref }) => ref === 'eu-west-1')?.reason).toMatch(/^Brimham Active and 2 more tenants use it/);
  });

  it('matches items created by hand by name, and keeps their ids', async () => {
    await t.db.insert(regions).values({ name: 'eu-west-1', description: 'made here' });
    const next = fleet();
    next.regions[0]!.ref = 'eu';
    expect((await planned(next))[0]).toBe('change region eu');
    await apply(next);
    expect(await t.db.select().from(regions)).toEqual([{ id: 1, name: 'eu-west-1', description: 'Ireland' }]);
    expect(await planned(next)).toEqual([]);
  });

  it('leaves a name changed by operators alone when only the account in the file changes', async () => {
    await importInventory(t, fleet());
    await t.db
      .update(tenants)
      .set({ name: 'Renamed', nameKey: 'renamed' })
      .where(sql`id = 2`);
    const next = fleet();
    next.accounts.push({ name: 'Other' });
    next.tenants[1]!.account = 'Other';
    await apply(next);
    expect(
      await t.db
        .select()
        .from(tenants)
        .where(sql`id = 2`),
    ).toMatchObject([{ name: 'Renamed', accountId: 2 }]);
  });

  it('records which configs a new server lacks, until somebody commits them', async () => {
    const first = fleet();
    first.tenants[0]!.configs = [
      {
        kind: 'strive',
        items: [],
        saved_at: '2026-11-01T10:00:00.000Z',
        saved_by: 'Priya Shah',
        committed: 'same',
        unpublished: [],
      },
    ];
    await importInventory(t, first);
    const next = structuredClone(first);
    next.environments[2]!.servers.push('eu-prod-str-01-b');
    await apply(next);
    expect(await t.db.select().from(configDrifts)).toMatchObject([
      { tenantId: 1, kind: 'strive', host: 'eu-prod-str-01-b', hash: null },
    ]);
    await apply(first);
    expect(await t.db.select().from(configDrifts)).toEqual([]);
  });

  it('only adds the kinds that are kept by hand', async () => {
    await importInventory(t, fleet());
    const next = fleet();
    next.environments[0]!.fqdn = 'other.example.net';
    next.environments.push({ ...next.environments[1]!, name: 'eu-prod-wrk-03', servers: [] });
    next.environments.splice(2, 1);
    for (const one of next.tenants) one.services = [];
    const byHand = ['environment'] as const;
    const { steps } = await planInventory({ db: t.db, byHand }, next);
    expect(steps.map(({ action, ref }) => `${action} ${ref}`)).toEqual(['add eu-prod-wrk-03']);
    await applyInventory({ ...t, byHand }, next, { hash });
    const { steps: rest } = await planInventory({ db: t.db, byHand }, next);
    expect(rest).toEqual([]);
    expect((await t.db.select().from(environments)).map(({ fqdn }) => fqdn)).not.toContain('other.example.net');
  });
});

describe('applying chosen entries', () => {
  const entriesOf = async (inventory: Inventory) =>
    (await planInventory(t, inventory)).steps.map((step) => ({
      kind: step.kind,
      ref: step.ref,
      fingerprint: fingerprintOf(step),
    }));

  it('uses the file for a chosen conflict, and skips items changed since they were planned', async () => {
    await importInventory(t, fleet());
    const change = (name: string, fqdn: string) =>
      t.db
        .update(environments)
        .set({ fqdn })
        .where(sql`name = ${name}`);
    await change('eu-prod-str-01', 'mine.example.net');
    const next = fleet();
    for (const one of next.environments) one.fqdn = 'theirs.example.net';
    const chosen = await entriesOf(next);
    await change('eu-prod-web-03', 'meanwhile.example.net');
    const results = await applyInventory(t, next, { hash, chosen });
    expect(results.map(({ result, ref, reason }) => [result, ref, reason])).toEqual([
      ['left', 'eu-prod-web-03', 'It was changed here after it was planned.'],
      ['changed', 'eu-prod-wrk-02', ''],
      ['changed', 'eu-prod-str-01', ''],
    ]);
    const found = await t.db.select().from(environments).orderBy(environments.id);
    expect(found.map(({ fqdn }) => fqdn)).toEqual([
      'meanwhile.example.net',
      'theirs.example.net',
      'theirs.example.net',
    ]);
    const again = await applyInventory(t, next, { hash, chosen: chosen.slice(1) });
    expect(again.map(({ reason }) => reason)).toEqual(Array(2).fill('It already matches the file.'));
  });

  it('notices a change made while it runs, before it reaches the item', async () => {
    await importInventory(t, fleet());
    const next = fleet();
    for (const one of next.environments) one.group_name = 'green';
    const changing: Promise<unknown>[] = [];
    const results = await applyInventory(t, next, {
      hash,
      chosen: await entriesOf(next),
      onResult: () => {
        if (changing.length === 0)
          changing.push(
            t.db
              .update(environments)
              .set({ groupName: 'red' })
              .where(sql`name = 'eu-prod-str-01'`)
              .execute(),
          );
      },
    });
    await Promise.all(changing);
    expect(results.at(-1)).toMatchObject({ result: 'left', reason: 'It was changed here after it was planned.' });
  });

  it('skips items that need an unchosen one, and stops between two items when aborted', async () => {
    const chosen = (await entriesOf(fleet())).filter(({ kind }) => kind !== 'region');
    const results = await applyInventory(t, fleet(), { hash, chosen });
    expect(results.filter(({ kind }) => kind === 'environment').map(({ result, reason }) => [result, reason])).toEqual(
      Array(3).fill(['left', 'It requires the region eu-west-1, which does not exist.']),
    );
    expect(await t.db.select().from(accounts)).toHaveLength(1);
    const controller = new AbortController();
    const stopping = applyInventory(t, fleet(), {
      hash,
      signal: controller.signal,
      onResult: ({ kind }) => kind === 'environment' && controller.abort(new Error('stopped')),
    });
    await expect(stopping).rejects.toThrow('stopped');
    expect(await t.db.select().from(environments)).toHaveLength(1);
    const [last] = await t.db
      .select()
      .from(auditEvents)
      .orderBy(sql`id desc`)
      .limit(1);
    expect(last?.after).toMatchObject({ added: 2, not_reached: 6 });
    await apply(fleet());
    expect(await planned(fleet())).toEqual([]);
  });
});
