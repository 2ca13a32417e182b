import type { BulkAction } from '@mission-control/contract/bulk/schema';
import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockTenant } from '../../fleet/queries-tenants.ts';
import { tenants, tenantServices } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { beforeTransaction } from '../../platform/testing/before-transaction.ts';
import { lockAwaited } from '../../platform/testing/lock-awaited.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { commitConfig, configs, resumeDeadLeases } from '../config/public.ts';
import { addTenant, constant, createFleet, saveDiff } from '../config/testing/config-fleet.ts';
import { previewBulk, storedJob } from './preview-bulk.ts';
import { findBulk } from './queries.ts';
import { getBulk, controlBulk } from './start-bulk.ts';
import { bulkChanges, bulkRows } from './tables.ts';
import { addOperator, outcomes, start, startChosen, stateOf, work } from './testing/bulk-fleet.ts';
import { removeCrashed, startCrashing } from './testing/crashing.ts';
import { processBulk, resumeDeadBulk } from './work-bulk.ts';

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
let one: number;
let two: number;
beforeAll(async () => void (amelia = await addOperator(t)));
beforeEach(async () => {
  t.sent.length = 0;
  [one, two] = [await addTenant(t), await addTenant(t)];
});

const OFF = { kind: 'active', on: false } as const;
const GROUP = { kind: 'deployment-group', group: 'dev' } as const;
const COMMIT = { kind: 'commit', config: 'coursepro' } as const;
const save = (id: number, key: string, value: string, ctx = amelia) =>
  saveDiff(ctx, id, { changed: [constant(key, value)] });
const set = (value: string): BulkAction => ({
  kind: 'setting',
  config: 'coursepro',
  change: 'set',
  key: 'BRIDGE',
  value,
  commit: true,
});
const choose = (ctx: Ctx, action: BulkAction, ids = [one, two]) =>
  startChosen(
    ctx,
    action,
    ids.map((id) => ({ id })),
  );
const steer = (id: number, what: 'pause' | 'stop' | 'continue') =>
  controlBulk(amelia, { params: { id }, body: { do: what } });
const bulkOf = async (id: number) => (await getBulk(amelia, id)).bulk;
const regroup = (id: number, deploymentGroup: string) =>
  t.db.update(tenants).set({ deploymentGroup }).where(eq(tenants.id, id));
/** Runs an action right before one of the work's transactions. */
const before = (number: number, act: () => unknown) =>
  beforeTransaction(t, (begun) => (begun === number ? act() : undefined));
/** Number of transactions of the work on a bulk change. */
async function transactionsOf(id: number): Promise<number> {
  let count = 0;
  await processBulk(
    beforeTransaction(t, () => (count += 1)),
    id,
  );
  return count;
}

describe('a bulk change is refused', () => {
  it('for tenants that do not exist or are not part of the undo', async () => {
    await expect(choose(amelia, OFF, [one, 99_999])).rejects.toThrow('Cannot be changed: tenants 99999.');
    const id = await start(amelia, OFF, [one]);
    const undo = { kind: 'undo', of: id } as const;
    await expect(choose(amelia, undo, [one])).rejects.toThrow(`Bulk change ${id} is still running.`);
    await work(t);
    await expect(choose(amelia, undo)).rejects.toThrow(`Cannot be changed: tenants ${two}.`);
    await choose(amelia, undo, [one]);
    await work(t);
  });

  it('for a tenant without a server, with an invalid config, or saved since', async () => {
    await save(one, 'ENABLED', 'maybe');
    await save(two, 'BRIDGE', '1');
    const id = await start(amelia, COMMIT, [two]);
    await save(two, 'BRIDGE', '2', t.as({ name: 'tom.okafor' }));
    await work(t);
    expect(await outcomes(amelia, id)).toEqual({ [two]: 'failed: tom.okafor saved revision 2 since.' });
    const own = and(eq(tenantServices.tenantId, two), eq(tenantServices.service, 'coursepro'));
    await t.db.update(tenantServices).set({ webEnvironmentId: 3, workerEnvironmentId: null }).where(own);
    const { rows } = await previewBulk(amelia, { action: COMMIT, tenants: [one, two] });
    expect(rows.map(({ check, note }) => [check, note])).toEqual([
      ['invalid', expect.stringContaining('ENABLED') as string],
      ['refused', 'There is no server to publish to.'],
    ]);
  });
});

it('reads a stored change without the settings of all tenants', async () => {
  const bulk = await findBulk(t.db, await start(amelia, set('1'), [one]));
  const read = (): never => {
    throw new Error('It reads the database.');
  };
  const ctx: Ctx = { ...amelia, db: new Proxy(t.db, { get: read }) };
  expect(bulk && (await storedJob(ctx, bulk))).toMatchObject({
    title: 'Set BRIDGE to 1 in CoursePro',
    action: set('1'),
  });
});

describe('a tenant', () => {
  it('is retried when the database does not respond', async () => {
    const id = await choose(amelia, OFF, [one]);
    const busy = new AppError('unavailable', 'The database is busy.');
    await expect(
      processBulk(
        before(0, () => Promise.reject(busy)),
        id,
      ),
    ).rejects.toThrow(busy);
    expect(await outcomes(amelia, id)).toEqual({ [one]: 'waiting' });
    await work(t);
    expect(await outcomes(amelia, id)).toEqual({ [one]: 'done' });
  });

  it('is not changed if it has the wanted value by then', async () => {
    const id = await choose(amelia, GROUP, [one]);
    await processBulk(
      before(0, () => regroup(one, 'dev')),
      id,
    );
    expect(await outcomes(amelia, id)).toEqual({ [one]: 'failed: No change is needed.' });
  });

  it('is not changed back if somebody has changed it since', async () => {
    const id = await start(amelia, GROUP, [one]);
    await work(t);
    await regroup(one, 'qa');
    const { rows } = await previewBulk(amelia, { action: { kind: 'undo', of: id } });
    expect(rows).toMatchObject([{ check: 'conflict', note: 'It has changed since: it is now qa.' }]);
  });

  it('is checked once nobody else is changing it', async () => {
    const id = await start(amelia, GROUP, [one]);
    const other = t.db.transaction(async (tx) => {
      await lockTenant(tx, one);
      await tx.update(tenants).set({ deploymentGroup: 'qa' }).where(eq(tenants.id, one));
      await lockAwaited(tx);
    });
    await Promise.all([other, processBulk(t, id)]);
    expect(await outcomes(amelia, id)).toEqual({
      [one]: 'failed: It has changed since the preview: it is now qa.',
    });
  });

  it('is one of at most four that are changed concurrently', async () => {
    const ids = [one, two];
    while (ids.length < 10) ids.push(await addTenant(t));
    const id = await choose(amelia, OFF, ids);
    let peak = 0;
    let open = 0;
    const db = new Proxy(t.db, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== 'transaction' || typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          open += 1;
          peak = Math.max(peak, open);
          return (Reflect.apply(value, target, args) as Promise<unknown>).finally(() => (open -= 1));
        };
      },
    });
    await processBulk({ ...t, db }, id);
    expect([peak, await stateOf(amelia, id)]).toEqual([4, 'done']);
  });

  it('is committed once, wherever the process dies, and waits while its commit is being finished', async () => {
    let waited = 0;
    let died = 0;
    for (let step = 1; step <= 16; step += 1)
      for (const dies of ['before', 'after'] as const) {
        const tenant = await addTenant(t);
        await save(tenant, 'BRIDGE', '1');
        const id = await start(amelia, set('2'), [tenant]);
        const crashing = await startCrashing(t, step, dies);
        await processBulk(crashing.ctx, id).catch(() => undefined);
        died += crashing.hasDied() ? 1 : 0;
        await removeCrashed(t, crashing);
        await resumeDeadBulk(t);
        // Another worker comes before the dead commit is finished.
        await processBulk(t, id).catch(() => (waited += 1));
        expect(Object.values(await outcomes(amelia, id))[0]).not.toMatch(/failed/);
        await resumeDeadLeases(t);
        await processBulk(t, id);
        expect(await outcomes(amelia, id)).toEqual({ [tenant]: 'done' });
        const own = and(eq(auditEvents.tenantId, tenant), eq(auditEvents.action, 'config.committed'));
        expect(await t.db.$count(auditEvents, own)).toBe(1);
      }
    expect(waited).toBeGreaterThan(0);
    expect(died).toBeGreaterThan(20);
  });

  it('is saved again once by an undo that two processes work on', async () => {
    const undoOf = async (id: number) => {
      await save(id, 'BRIDGE', '1');
      await commitConfig(amelia, { params: { id, service: 'coursepro' } });
      await save(id, 'WAITS', 'x');
      const change = await start(amelia, set('2'), [id]);
      await work(t);
      return start(amelia, { kind: 'undo', of: change });
    };
    const transactions = await transactionsOf(await undoOf(one));
    const revisionOf = async (id: number) =>
      (await t.db.select().from(configs).where(eq(configs.tenantId, id)))[0]?.revision;
    const undo = await undoOf(two);
    // Before the transaction that saves again: those ending the bulk change and the lease follow it.
    const other = () => t.db.update(bulkRows).set({ state: 'done' }).where(eq(bulkRows.bulkId, undo));
    await processBulk(before(transactions - 3, other), undo);
    expect([await revisionOf(one), await revisionOf(two)]).toEqual([5, 4]);
  });
});

describe('the work', () => {
  it('yields to other bulk changes after ten seconds', async () => {
    const ids = [one, two];
    while (ids.length < 6) ids.push(await addTenant(t));
    const id = await choose(amelia, OFF, ids);
    t.sent.length = 0;
    const slow = beforeTransaction(t, () => t.clock.advance(3_000));
    await processBulk(slow, id);
    expect([(await bulkOf(id)).counts, t.sent.map(({ name }) => name).filter((name) => name === 'bulk.work')]).toEqual([
      expect.objectContaining({ done: 4, waiting: 2 }),
      ['bulk.work'],
    ]);
    await work(t);
    expect(await stateOf(amelia, id)).toBe('done');
  });

  it('is stopped by the person, not by the failures, if both happen', async () => {
    const id = await startChosen(amelia, OFF, [{ id: one, seen: 'other' }, { id: two }], { canary: 1, stop_at: 1 });
    // In order: the change, its outcome, the stop.
    await processBulk(
      before(2, () => steer(id, 'stop')),
      id,
    );
    expect(await bulkOf(id)).toMatchObject({ state: 'stopped', reason: 'Stopped by amelia.hart.' });
  });

  it.each(['stop', 'pause'] as const)('does not end if it receives a %s at its end', async (what) => {
    const id = await choose(amelia, OFF, [one]);
    await processBulk(
      before(1, () => steer(id, what)),
      id,
    );
    expect(await stateOf(amelia, id)).toBe(what === 'stop' ? 'stopped' : 'paused');
    if (what === 'pause') await steer(id, 'continue');
    await work(t);
    expect(await stateOf(amelia, id)).toBe(what === 'stop' ? 'stopped' : 'done');
  });

  it('stays paused if somebody pauses it at the end of a stage', async () => {
    const id = await startChosen(amelia, OFF, [{ id: one }, { id: two }], { canary: 1, pause_s: 60 });
    await processBulk(
      before(1, () => steer(id, 'pause')),
      id,
    );
    expect(await bulkOf(id)).toMatchObject({ state: 'paused', stage: 0, resumes_at: null });
  });

  it('ends a stage once', async () => {
    const id = await startChosen(amelia, OFF, [{ id: one }, { id: two }], { canary: 1, pause_s: 60 });
    const other = () => t.db.update(bulkChanges).set({ stage: 1 }).where(eq(bulkChanges.id, id));
    await processBulk(before(1, other), id);
    expect(await bulkOf(id)).toMatchObject({ state: 'running', stage: 1 });
  });

  it('waits until its pause is over, and stays paused if somebody pauses it then', async () => {
    const id = await startChosen(amelia, OFF, [{ id: one }, { id: two }], { canary: 1, pause_s: 60 });
    await processBulk(t, id);
    t.clock.advance(59_999);
    await processBulk(t, id);
    expect(await bulkOf(id)).toMatchObject({ state: 'waiting', counts: { waiting: 1 } });
    t.clock.advance(1);
    await processBulk(
      before(0, () => steer(id, 'pause')),
      id,
    );
    expect(await bulkOf(id)).toMatchObject({ state: 'paused', counts: { waiting: 1 } });
  });
});
