import { TOPIC } from '@mission-control/contract/topics';
import { desc, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../platform/audit/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { readTopicVersion } from '../../platform/events/topic-versions.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { tenants, tenantServices } from '../../fleet/tables.ts';
import { createUser, users } from '../auth/public.ts';
import { commitConfig, insertConfigs } from '../config/public.ts';
import { addTenant, constant, createFleet, published, saveDiff } from '../config/testing/config-fleet.ts';
import { listControlled } from '../control/public.ts';
import { previewBulk, previewBulkFile } from './preview-bulk.ts';
import { getBulk, listBulkPage, listBulkRows, startBulk, controlBulk } from './start-bulk.ts';
import { bulkChanges } from './tables.ts';
import { addOperator, outcomes, settingsOf, start, startChosen, stateOf, work } from './testing/bulk-fleet.ts';

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
let ids: number[];
beforeAll(async () => void (amelia = await addOperator(t)));
beforeEach(async () => {
  t.sent.length = 0;
  ids = [await addTenant(t), await addTenant(t), await addTenant(t)];
});

const place = (id: number) => ({ params: { id, service: 'coursepro' as const } });
const save = (id: number, key: string, value: string, ctx = amelia) =>
  saveDiff(ctx, id, { changed: [constant(key, value)] });
const set = (key: string, value: string, commit = false) =>
  ({ kind: 'setting', config: 'coursepro', change: 'set', key, value, commit }) as const;
const files = async (id: number) => published(t, id)[0];
const lastAudit = async (tenantId: number) => {
  const [event] = await t.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.tenantId, tenantId))
    .orderBy(desc(auditEvents.id));
  return event;
};

describe('a preview', () => {
  it('shows the file of a tenant as the run and its undo publish it, with uncommitted changes', async () => {
    const [one = 0, two = 0] = ids;
    await save(one, 'BRIDGE', '45');
    await commitConfig(amelia, place(one));
    await save(one, 'WAITS', 'x');
    const action = set('BRIDGE', '60', true);
    const shown = await previewBulkFile(amelia, { action, tenant: one });
    expect(shown).toMatchObject({ path: `tenants/${one}/coursepro.php`, from: 'committed', before: { revision: 1 } });
    const [before] = published(t, one);
    expect(shown.before?.content).toBe(before);
    const id = await start(amelia, action, [one]);
    await work(t);
    expect(shown.after).toBe(await files(one));
    expect(shown.after).toContain('WAITS');
    const undo = { kind: 'undo', of: id } as const;
    expect((await previewBulkFile(amelia, { action: undo, tenant: one })).after).toBe(before);
    await start(amelia, undo);
    await work(t);
    expect(await files(one)).toBe(before);
    const nothing = previewBulkFile(amelia, { action, tenant: two });
    await expect(nothing).rejects.toThrow('It has no BRIDGE.');
    const active = { kind: 'active', on: false } as const;
    await expect(previewBulkFile(amelia, { action: active, tenant: one })).rejects.toThrow(
      'This action changes no file.',
    );
  });

  it('masks secrets in a file, and marks one that changes', async () => {
    const [one = 0] = ids;
    await save(one, 'DB_PASSWORD', 'canary-one');
    const shown = await previewBulkFile(amelia, { action: set('DB_PASSWORD', 'canary-two'), tenant: one });
    expect(shown).toMatchObject({ from: 'saved', before: { revision: 1 } });
    expect(shown.before?.content).toContain('(earlier value)');
    expect(JSON.stringify(shown)).not.toContain('canary');
  });

  it('shows the new value of a setting for each tenant, and why it would not change', async () => {
    const [one = 0, two = 0, three = 0] = ids;
    await save(one, 'BRIDGE', '45');
    await save(two, 'BRIDGE', '60');
    const { title, rows, hosts } = await previewBulk(amelia, { action: set('BRIDGE', '60', true), tenants: ids });
    expect(title).toBe('Set BRIDGE to 60 in CoursePro');
    expect(hosts).toEqual(['eu-web-1', 'eu-web-2', 'eu-worker-1']);
    expect(rows).toMatchObject([
      { tenant_id: one, check: 'change', before: '45', after: '60', servers: [0, 1, 2], production: true, revision: 1 },
      { tenant_id: two, check: 'unchanged', note: 'No change is needed.', servers: [] },
      { tenant_id: three, check: 'unchanged', note: 'It has no BRIDGE.' },
    ]);
  });

  it('omits invalid changes, adds only where the setting is missing, and never shows a secret', async () => {
    const [one = 0, two = 0] = ids;
    await save(one, 'ENABLED', 'True');
    const invalid = await previewBulk(amelia, { action: set('ENABLED', 'perhaps'), tenants: [one] });
    expect(invalid.rows).toMatchObject([
      { check: 'invalid', note: 'ENABLED must be True or False (Currently perhaps)' },
    ]);
    await save(one, 'DB_PASSWORD', 'hunter2');
    const add = { ...set('DB_PASSWORD', 'hunter3'), change: 'add' as const };
    const secret = await previewBulk(amelia, { action: add, tenants: [one, two] });
    expect(secret.rows).toMatchObject([{ check: 'conflict' }, { check: 'change', before: null, after: '••••••••' }]);
    expect(JSON.stringify(secret)).not.toMatch(/hunter/);
    const id = await start(amelia, add, [two]);
    await work(t);
    const stored = await t.db.select().from(bulkChanges).where(eq(bulkChanges.id, id));
    expect(JSON.stringify([stored, await getBulk(amelia, id), await listBulkRows(amelia, id)])).not.toMatch(/hunter/);
    expect(await outcomes(amelia, id)).toEqual({ [two]: 'done' });
  });

  it('masks the new value of a setting that only the stored values show to be a secret', async () => {
    const [one = 0] = ids;
    await save(one, 'DSN', 'mysql://app:canary@db-1/main');
    const action = set('DSN', 'swordfish');
    const { title } = await previewBulk(amelia, { action, tenants: [one] });
    expect(title).toBe('Set DSN to •••••••• in CoursePro');
  });

  it('marks the other saved changes that a commit includes', async () => {
    const [one = 0] = ids;
    await save(one, 'BRIDGE', '45');
    await commitConfig(amelia, place(one));
    await save(one, 'OTHER', 'x');
    const { rows } = await previewBulk(amelia, { action: set('BRIDGE', '60', true), tenants: [one] });
    expect(rows).toMatchObject([{ check: 'change', carries: 1 }]);
  });

  it('marks all other settings of an imported config that was never committed', async () => {
    const [one = 0] = ids;
    const items = ['BRIDGE', 'OTHER'].map((key) => ({
      ...constant(key, '45'),
      state: 1 as const,
      valueTemplate: null,
    }));
    const imported = { tenantId: one, kind: 'coursepro', items, at: t.clock.now(), by: 'carol' } as const;
    await t.db.transaction((db) =>
      insertConfigs(db, t.secrets, new Map(), [{ ...imported, committed: false, unpublished: [] }]),
    );
    await save(one, 'LATER', 'x');
    const carried = async (action: ReturnType<typeof set>) =>
      (await previewBulk(amelia, { action, tenants: [one] })).rows.map(({ carries }) => carries);
    expect(await carried(set('BRIDGE', '60', true))).toEqual([2]);
    expect(await carried(set('BRIDGE', '60'))).toEqual([0]);
    const { rows } = await previewBulk(amelia, { action: { kind: 'commit', config: 'coursepro' }, tenants: [one] });
    expect(rows).toMatchObject([{ check: 'change', note: '3 settings differ, saved by amelia.hart' }]);
  });

  it('refuses tenants that lack the service or no longer exist', async () => {
    await t.db.delete(tenantServices).where(eq(tenantServices.tenantId, ids[0] ?? 0));
    const action = { kind: 'switch', service: 'coursepro', name: 'maintenance', on: true } as const;
    const { rows } = await previewBulk(amelia, { action, tenants: [ids[0] ?? 0, ids[1] ?? 0, 99_999] });
    const notes = Object.fromEntries(rows.map((row) => [row.tenant_id, [row.check, row.note]]));
    expect(notes).toEqual({
      [ids[0] ?? 0]: ['refused', 'It has no CoursePro service.'],
      [ids[1] ?? 0]: ['change', null],
      99999: ['refused', 'There is no tenant 99999. It may have been deleted.'],
    });
  });
});

describe('a run', () => {
  it('saves and commits, names itself in the audit of each tenant, and is undone to the same files', async () => {
    for (const id of ids) {
      await save(id, 'BRIDGE', String(id));
      await commitConfig(amelia, place(id));
    }
    const before = await Promise.all(ids.map(files));
    const id = await start(amelia, set('BRIDGE', '60', true), ids);
    await work(t);
    expect((await getBulk(amelia, id)).bulk).toMatchObject({
      state: 'done',
      counts: { done: 3 },
      started_by: 'amelia.hart',
    });
    expect(await files(ids[0] ?? 0)).toContain("define('BRIDGE', '60');");
    expect(await lastAudit(ids[0] ?? 0)).toMatchObject({
      action: 'config.committed',
      actor: 'amelia.hart',
      after: { part_of: `/bulk/${id}` },
    });
    const undo = await start(amelia, { kind: 'undo', of: id });
    await work(t);
    expect(await stateOf(amelia, undo)).toBe('done');
    expect(await Promise.all(ids.map(files))).toEqual(before);
    expect((await getBulk(amelia, id)).bulk).toMatchObject({ undone_by: undo });
    const redo = await start(amelia, { kind: 'undo', of: undo });
    await work(t);
    expect(await outcomes(amelia, redo)).toEqual(Object.fromEntries(ids.map((one) => [one, 'done'])));
    expect(await files(ids[1] ?? 0)).toContain("define('BRIDGE', '60');");
  });

  it('restores the saved and the committed revision, where these differed before', async () => {
    const [one = 0] = ids;
    await save(one, 'BRIDGE', '45');
    await commitConfig(amelia, place(one));
    await save(one, 'OTHER', 'waits');
    const [file, saved] = [await files(one), await settingsOf(t, one)];
    const id = await start(amelia, set('BRIDGE', '60', true), [one]);
    await work(t);
    expect(await files(one)).toMatch(/60[^]*waits/);
    await start(amelia, { kind: 'undo', of: id });
    await work(t);
    expect([await files(one), await settingsOf(t, one)]).toEqual([file, saved]);
  });

  it('refuses to undo a tenant that somebody has changed since', async () => {
    const [one = 0, two = 0] = ids;
    await save(one, 'BRIDGE', '1');
    await save(two, 'BRIDGE', '2');
    const id = await start(amelia, set('BRIDGE', '60'), [one, two]);
    await work(t);
    await save(two, 'OTHER', 'x', t.as({ name: 'tom.okafor' }));
    const action = { kind: 'undo', of: id } as const;
    const { rows } = await previewBulk(amelia, { action });
    expect(rows).toMatchObject([
      { tenant_id: one, check: 'change' },
      { tenant_id: two, check: 'conflict', note: 'tom.okafor saved revision 3 since.' },
    ]);
    const undo = await startChosen(amelia, action, [{ id: one }, { id: two }]);
    await work(t);
    expect(await outcomes(amelia, undo)).toEqual({
      [one]: 'done',
      [two]: 'failed: tom.okafor saved revision 3 since.',
    });
  });

  it('refuses a tenant that was changed after the preview', async () => {
    const [one = 0, two = 0] = ids;
    await save(one, 'BRIDGE', '1');
    await save(two, 'BRIDGE', '2');
    const id = await start(amelia, set('BRIDGE', '60'), [one, two]);
    await save(two, 'BRIDGE', '3', t.as({ name: 'tom.okafor' }));
    await work(t);
    expect(await outcomes(amelia, id)).toEqual({
      [one]: 'done',
      [two]: expect.stringContaining('failed: Changed in the meantime: BRIDGE (tom.okafor)') as string,
    });
    const retry = await start(amelia, { kind: 'retry', of: id });
    await work(t);
    expect(await outcomes(amelia, retry)).toEqual({ [two]: 'done' });
  });

  it('works in stages, pauses between them, and stops at failures', async () => {
    const more = [...ids, await addTenant(t), await addTenant(t)];
    const action = { kind: 'active', on: false } as const;
    const id = await start(amelia, action, more, { canary: 1, shares: [50], pause_s: 60 });
    const counts = async () => (await getBulk(amelia, id)).bulk.counts;
    await work(t);
    expect([await stateOf(amelia, id), (await counts()).done]).toEqual(['waiting', 1]);
    t.clock.advance(60_000);
    await work(t);
    expect([await stateOf(amelia, id), (await counts()).done]).toEqual(['waiting', 3]);
    await controlBulk(amelia, { params: { id }, body: { do: 'pause' } });
    t.clock.advance(60_000);
    await work(t);
    expect([await stateOf(amelia, id), (await counts()).done]).toEqual(['paused', 3]);
    await controlBulk(amelia, { params: { id }, body: { do: 'continue' } });
    await work(t);
    expect([await stateOf(amelia, id), (await counts()).done]).toEqual(['done', 5]);

    const back = { kind: 'active', on: true } as const;
    const stopping = await startChosen(
      amelia,
      back,
      more.map((one) => ({ id: one, seen: 'other' })),
      {
        canary: 2,
        stop_at: 1,
      },
    );
    await work(t);
    expect((await getBulk(amelia, stopping)).bulk).toMatchObject({
      state: 'stopped',
      reason: 'Stopped at 2 failures.',
      counts: { failed: 2, skipped: 3 },
    });
    await expect(controlBulk(amelia, { params: { id }, body: { do: 'stop' } })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it.each([
    [{ kind: 'switch', service: 'coursepro', name: 'cron', on: false }],
    [{ kind: 'switch', service: 'coursepro', name: 'maintenance', on: true, until: '2026-11-22T09:00:00Z' }],
    [{ kind: 'active', on: false }],
    [{ kind: 'deployment-group', group: 'dev' }],
    [{ kind: 'log-level', level: 'DEBUG', minutes: 15 }],
  ] as const)('switches %j, and its undo restores the previous state', async (action) => {
    t.clock.set('2026-11-21T09:00:00Z');
    const before = await listControlled(t.db, ids);
    const id = await start(amelia, action, ids);
    await work(t);
    expect(await outcomes(amelia, id)).toEqual(Object.fromEntries(ids.map((one) => [one, 'done'])));
    expect(await listControlled(t.db, ids)).not.toEqual(before);
    expect(await lastAudit(ids[0] ?? 0)).toMatchObject({ after: { part_of: `/bulk/${id}` } });
    await start(amelia, { kind: 'undo', of: id });
    await work(t);
    expect(await listControlled(t.db, ids)).toEqual(before);
  });

  it.each([
    ['a switch', { kind: 'active', on: false }, 1],
    // Saved, then published.
    ['a commit', set('BRIDGE', '60', true), 2],
  ] as const)('announces each outcome of %s to the list of bulk changes', async (_what, action, each) => {
    for (const id of ids) await save(id, 'BRIDGE', '45');
    await start(amelia, action, ids, { canary: 0, shares: [] });
    const before = await readTopicVersion(t.db, TOPIC.bulks);
    await work(t);
    expect(await readTopicVersion(t.db, TOPIC.bulks)).toBe(before + ids.length * each + 1);
  });

  it('stops when the person who started it may no longer change tenants', async () => {
    const { id: person } = await createUser(t, { name: 'leaver', password: 'correct horse', role: 'operator' });
    const leaver = t.as({ name: 'leaver', role: 'operator', id: person });
    const id = await start(leaver, { kind: 'active', on: false }, ids);
    await t.db.update(users).set({ disabled: true }).where(eq(users.id, person));
    await work(t);
    expect((await getBulk(amelia, id)).bulk).toMatchObject({
      state: 'stopped',
      reason: 'leaver may no longer change tenants.',
      counts: { skipped: 3 },
    });
  });

  it('starts once for one click, and is listed', async () => {
    const body = {
      key: t.random.uuid(),
      action: { kind: 'active', on: false } as const,
      tenants: ids.map((id) => ({ id })),
      stages: { canary: 0, shares: [], pause_s: 0, stop_at: null },
    };
    const [one, other] = await Promise.all([startBulk(amelia, { body }), startBulk(amelia, { body })]);
    expect(one.bulk.id).toBe(other.bulk.id);
    expect((await listBulkPage(amelia, {})).bulks[0]).toMatchObject({
      id: one.bulk.id,
      title: 'Switch tenants inactive',
    });
    const [event] = await t.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'bulk.started'))
      .orderBy(desc(auditEvents.id));
    expect(event).toMatchObject({ subject: 'Switch tenants inactive', after: { bulk: one.bulk.id, tenants: 3 } });
    await t.db
      .update(tenants)
      .set({ deletedAt: t.clock.now() })
      .where(eq(tenants.id, ids[0] ?? 0));
    await work(t);
    expect((await getBulk(amelia, one.bulk.id)).bulk.counts).toMatchObject({ done: 2, failed: 1 });
  });
});
