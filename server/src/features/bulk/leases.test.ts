import type { BulkRowState, BulkState } from '@mission-control/contract/bulk/schema';
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { processes } from '../../platform/processes/tables.ts';
import {
  acquireBulkLease,
  claimRow,
  expireDeadBulkLeases,
  findBulk,
  insertBulk,
  insertBulkRows,
  releaseBulkLease,
  renewBulkLease,
  settleRow,
} from './queries.ts';
import { controlBulk } from './start-bulk.ts';
import { bulkChanges, bulkRows } from './tables.ts';
import { addOperator } from './testing/bulk-fleet.ts';
import { processBulk } from './work-bulk.ts';

const t = setUpTestCtx();
beforeEach(() => t.db.execute(sql`truncate bulk_changes, processes cascade`));

/** A bulk change with tenants in these states; its tenants do not exist. */
async function addBulk(
  rows: BulkRowState[],
  state: BulkState = 'running',
  undoOf: number | null = null,
): Promise<number> {
  return t.db.transaction(async (tx) => {
    const bulk = await insertBulk(tx, {
      key: randomUUID(),
      action: undoOf === null ? { kind: 'active', on: false } : { kind: 'undo', of: undoOf },
      title: 'Switch tenants inactive',
      stages: { canary: 0, shares: [], pause_s: 0, stop_at: null },
      tenants: rows.length,
      undoOf,
      state,
      startedBy: 'amelia',
      startedById: null,
      role: 'operator',
      startedAt: t.clock.now(),
    });
    if (!bulk) throw new Error('The bulk change was not stored.');
    await insertBulkRows(
      tx,
      rows.map((own, at) => ({
        bulkId: bulk.id,
        tenantId: at + 1,
        tenantName: `Tenant ${at + 1}`,
        production: false,
        position: at,
        stage: 0,
        state: own,
      })),
    );
    return bulk.id;
  });
}
const take = async (id: number, owner: string) => (await acquireBulkLease(t.db, id, owner)) !== undefined;
const keep = async (id: number, owner: string) => (await renewBulkLease(t.db, id, owner)) !== undefined;
const release = (id: number, owner: string) => t.db.transaction((tx) => releaseBulkLease(tx, id, owner));
const leaseEnds = () => t.db.execute(sql`update bulk_changes set lease_until = now() - interval '1 s'`);
const claim = (id: number, tenant = 1) => t.db.transaction((tx) => claimRow(tx, id, tenant));

describe('the work on a bulk change', () => {
  it('belongs to one process until its lease expires or is released', async () => {
    const id = await addBulk(['waiting']);
    expect([await take(id, 'one'), await take(id, 'two'), await keep(id, 'two')]).toEqual([true, false, false]);
    expect(await release(id, 'two')).toBe(false);
    expect([await take(id, 'two'), await keep(id, 'one')]).toEqual([false, true]);
    expect(await release(id, 'one')).toBe(true);
    expect([await take(id, 'two'), await keep(id, 'one')]).toEqual([true, false]);
    await leaseEnds();
    expect([await take(id, 'one'), await keep(id, 'two')]).toEqual([true, false]);
  });

  it('renews its lease', async () => {
    const id = await addBulk(['waiting']);
    await take(id, 'one');
    await leaseEnds();
    await keep(id, 'one');
    expect(await take(id, 'two')).toBe(false);
  });

  it('is claimed and renewed only while there is something to do', async () => {
    const id = await addBulk(['done'], 'done');
    expect(await take(id, 'one')).toBe(false);
    const other = await addBulk(['waiting', 'running']);
    await take(other, 'one');
    await t.db.update(bulkChanges).set({ state: 'paused' }).where(eq(bulkChanges.id, other));
    expect(await keep(other, 'one')).toBe(true);
    await t.db.update(bulkRows).set({ state: 'done' }).where(eq(bulkRows.tenantId, 2));
    expect(await keep(other, 'one')).toBe(false);
    expect(await release(other, 'one')).toBe(false);
  });

  it('becomes available immediately when its process is gone, and only then', async () => {
    const [one, two] = [await addBulk(['waiting']), await addBulk(['waiting'])];
    const mark = { boot: 'b', space: 's', pid: 1, started: '1', token: null } as never;
    await t.db.insert(processes).values([
      { id: 'living', mark },
      { id: 'dead', mark, goneAt: t.clock.now() },
    ]);
    await take(one, 'living');
    await take(two, 'dead');
    expect(await expireDeadBulkLeases(t.db)).toEqual([two]);
    expect([await take(one, 'new'), await take(two, 'new')]).toEqual([false, true]);
  });

  it('becomes available after a failure', async () => {
    // The bulk change that it undoes is gone.
    const id = await addBulk(['waiting'], 'running', 999_999);
    const { actor } = await addOperator(t);
    await t.db.update(bulkChanges).set({ startedById: actor.id }).where(eq(bulkChanges.id, id));
    await expect(processBulk(t, id)).rejects.toThrow('There is no bulk change 999999.');
    expect((await findBulk(t.db, id))?.owner).toBeNull();
  });

  it('is paused once by several concurrent requests', async () => {
    const id = await addBulk(['waiting']);
    const pauses = Array.from({ length: 6 }, () => controlBulk(t.as({}), { params: { id }, body: { do: 'pause' } }));
    const ended = await Promise.allSettled(pauses);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a tenant of a bulk change', () => {
  it('is not started while paused, but is finished if started; one that is done is left alone', async () => {
    const id = await addBulk(['waiting', 'running', 'done']);
    expect([(await claim(id, 1))?.state, (await claim(id, 2))?.state, await claim(id, 3)]).toEqual([
      'waiting',
      'running',
      undefined,
    ]);
    await t.db.update(bulkChanges).set({ state: 'paused' });
    expect([await claim(id, 1), (await claim(id, 2))?.state]).toEqual([undefined, 'running']);
  });

  it('has one outcome', async () => {
    const id = await addBulk(['waiting']);
    const row = await claim(id);
    if (!row) throw new Error('There is no row.');
    expect(await t.db.transaction((tx) => settleRow(tx, row, { state: 'done' }))).toBe(true);
    expect(await t.db.transaction((tx) => settleRow(tx, row, { state: 'failed' }))).toBe(false);
    expect((await t.db.select().from(bulkRows))[0]?.state).toBe('done');
  });

  it('is changed by only one of several processes that start it concurrently', async () => {
    const id = await addBulk(['waiting']);
    let changes = 0;
    const change = () =>
      t.db.transaction(async (tx) => {
        const row = await claimRow(tx, id, 1);
        if (!row) return;
        changes += 1;
        await settleRow(tx, row, { state: 'done' });
      });
    await Promise.all(Array.from({ length: 6 }, change));
    expect(changes).toBe(1);
  });
});
