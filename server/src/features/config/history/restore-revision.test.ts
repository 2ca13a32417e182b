import { and, desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../../platform/audit/tables.ts';
import type { Ctx } from '../../../platform/context.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { compareRevisions } from './compare-revisions.ts';
import { getConfig, getConfigState, listRevisions, revealSecret } from '../get-config.ts';
import { restoreRevision } from './restore-revision.ts';
import { configChanges, configItems, configKeys } from '../tables.ts';
import { addTenant, constant, createFleet, saveDiff, type Diff } from '../testing/config-fleet.ts';

const t = setUpTestCtx(createFleet);
let ctx: Ctx;
let id: number;
beforeEach(async () => {
  ctx = t.as({ role: 'operator' });
  id = await addTenant(t);
});

const put = (diff: Diff, by = ctx) => saveDiff(by, id, diff);
const bringBack = (number: number, base: number, by = ctx) =>
  restoreRevision(by, { params: { id, service: 'coursepro', number }, body: { base_revision: base } });
const valuesOf = async () =>
  Object.fromEntries(
    (await getConfig(ctx, { params: { id, service: 'coursepro' } })).map((item) => [item.key, item.value]),
  );
const secretNow = async () =>
  (await revealSecret(ctx, { params: { id, service: 'coursepro' }, body: { key: 'DB_PASSWORD', reason: 'a test' } }))
    .value;

describe('restoring a revision', () => {
  it('stores its complete state as a new revision: later additions go, removed settings come back', async () => {
    await put({ added: [constant('A', '1'), constant('GONE', 'x')] });
    await put({ changed: [constant('A', '2')], added: [constant('NEW', 'n')], removed: ['GONE'] });
    const { hash: first } =
      (await listRevisions(ctx, { params: { id, service: 'coursepro' }, query: {} })).revisions[1] ?? {};
    expect(await bringBack(1, 2)).toEqual({ warnings: [], revision: 3 });
    expect(await valuesOf()).toEqual({ A: '1', GONE: 'x' });
    expect(await getConfigState(ctx, { params: { id, service: 'coursepro' } })).toMatchObject({
      revision: 3,
      saved_by: 'amelia.hart',
      hash: first,
    });
    expect(
      (await compareRevisions(ctx, { params: { id, service: 'coursepro' }, query: { from: 1, to: 3 } })).changes,
    ).toEqual([]);
  });

  it('restores secrets as well, neither returned nor stored in cleartext', async () => {
    await put({ added: [constant('DB_PASSWORD', 'canary-old', 1)] });
    await put({ changed: [constant('DB_PASSWORD', 'canary-new', 1)] });
    const answer = await bringBack(1, 2);
    expect(await secretNow()).toBe('canary-old');
    const stored = [
      await t.db.select().from(configItems).where(eq(configItems.tenantId, id)),
      await t.db.select().from(configChanges).where(eq(configChanges.tenantId, id)),
      await t.db.select().from(auditEvents).where(eq(auditEvents.tenantId, id)),
    ];
    expect(JSON.stringify([answer, stored])).not.toContain('canary');
  });

  it('encrypts a value that has become secret since', async () => {
    await put({ added: [constant('LATER', 'canary-plain', 1)] });
    await put({ removed: ['LATER'] });
    await t.db.insert(configKeys).values({ kind: 'coursepro', name: 'LATER', type: 'string', secret: true });
    await bringBack(1, 2);
    const [item] = await t.db.select().from(configItems).where(eq(configItems.tenantId, id));
    expect([item?.secret, item?.value.includes('canary')]).toEqual([true, false]);
  });

  it('is recorded with the restored revision', async () => {
    await put({ added: [constant('A', '1')] });
    await put({ changed: [constant('A', '2')] });
    await bringBack(1, 2);
    const [event] = await t.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.tenantId, id), eq(auditEvents.action, 'config.restored')))
      .orderBy(desc(auditEvents.id));
    expect(event?.after).toMatchObject({ revision: 3, restored_revision: 1, items: [{ key: 'A', value: '1' }] });
    expect(event?.before).toMatchObject({ items: [{ key: 'A', value: '2' }] });
  });

  it('is refused on a stale revision, and stores nothing', async () => {
    await put({ added: [constant('A', '1')] });
    await put({ changed: [constant('A', '2')] });
    await put({ changed: [constant('A', '3')] }, t.as({ name: 'priya.shah', role: 'operator' }));
    await expect(bringBack(1, 2)).rejects.toMatchObject({
      code: 'conflict',
      message: 'priya.shah saved revision 3 in the meantime. Check what would change, then restore again.',
    });
    expect(await valuesOf()).toEqual({ A: '3' });
    expect(await getConfigState(ctx, { params: { id, service: 'coursepro' } })).toMatchObject({ revision: 3 });
  });

  it('is refused for the saved revision and for unknown ones', async () => {
    await put({ added: [constant('A', '1')] });
    await expect(bringBack(1, 1)).rejects.toMatchObject({ code: 'refused' });
    await expect(bringBack(2, 1)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('requires a release manager to restore a code block', async () => {
    const manager = t.as({ name: 'tom.okafor', role: 'release-manager' });
    await put({ added: [constant('rules', 'a();', 5)] }, manager);
    await put({ removed: ['rules'] });
    await expect(bringBack(1, 2)).rejects.toMatchObject({ code: 'role_denied' });
    expect(await valuesOf()).toEqual({});
    expect(await bringBack(1, 2, manager)).toMatchObject({ revision: 3 });
    expect(await valuesOf()).toEqual({ rules: 'a();' });
  });

  it('returns validation warnings for the restored config', async () => {
    await put({ added: [constant('BASKET', 'x', 1), constant('ENABLED', 'False', 1)] });
    await put({ changed: [constant('ENABLED', 'True', 1)] });
    expect(await bringBack(1, 2)).toEqual({
      warnings: ['BASKET requires ENABLED to be true (Currently False)'],
      revision: 3,
    });
  });

  it('can be undone by another restore', async () => {
    await put({ added: [constant('A', '1')] });
    await put({ changed: [constant('A', '2')] });
    await bringBack(1, 2);
    await bringBack(2, 3);
    expect(await valuesOf()).toEqual({ A: '2' });
  });
});
