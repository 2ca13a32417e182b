import { and, desc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { tenants } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { previewConfig } from './file/preview-config.ts';
import { getConfig, getConfigState, listRevisions, revealSecret } from './get-config.ts';
import { configItems, configKeys, configRevisions } from './tables.ts';
import { addTenant, constant, createFleet, saveDiff, type Diff } from './testing/config-fleet.ts';

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
let id: number;
beforeEach(async () => {
  amelia = t.as({ role: 'operator' });
  id = await addTenant(t);
});

const put = (diff: Diff, ctx = amelia) => saveDiff(ctx, id, diff);
const valuesOf = async () =>
  Object.fromEntries(
    (await getConfig(amelia, { params: { id, service: 'coursepro' } })).map((item) => [item.key, item.value]),
  );
const lastAudit = async () => {
  const [event] = await t.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.tenantId, id))
    .orderBy(desc(auditEvents.id));
  return event;
};

describe('saving a config', () => {
  it('adds, changes and removes in one save, as a new revision with its author [CFG-28] [CFG-27]', async () => {
    expect(await put({ added: [constant('A', '1'), constant('B', '2'), constant('C', '3')] })).toEqual({
      warnings: [],
      revision: 1,
    });
    const answer = await put({
      added: [constant('D', '4')],
      changed: [constant('A', 'one')],
      removed: ['B', constant('C', '')],
    });
    expect(answer).toEqual({ warnings: [], revision: 2 });
    expect(await valuesOf()).toEqual({ A: 'one', D: '4' });
    const { revisions } = await listRevisions(amelia, { params: { id, service: 'coursepro' }, query: {} });
    expect(revisions.map((revision) => [revision.number, revision.author])).toEqual([
      [2, 'amelia.hart'],
      [1, 'amelia.hart'],
    ]);
    expect(revisions[0]?.changes.map(({ key, before, after }) => [key, before?.value, after?.value])).toEqual([
      ['A', '1', 'one'],
      ['B', '2', undefined],
      ['C', '3', undefined],
      ['D', undefined, '4'],
    ]);
    expect(await lastAudit()).toMatchObject({ action: 'config.saved', actor: 'amelia.hart', after: { revision: 2 } });
  });

  it('returns every documented key of an item, and its tenant [CFG-19] [CFG-20]', async () => {
    await put({ added: [{ ...constant('A', 'x', 3), state: 0, valueTemplate: '{tenant_name}' }] });
    expect(await getConfig(amelia, { params: { id, service: 'coursepro' } })).toEqual([
      {
        key: 'A',
        value: 'x',
        type: 3,
        state: 0,
        db_only: true,
        db_value: 'x',
        valueTemplate: '{tenant_name}',
        tenant_id: id,
        secret: false,
        masked: false,
      },
    ]);
  });

  it('creates no revision for a diff without effect', async () => {
    await put({ added: [constant('A', '1')] });
    const before = await lastAudit();
    expect(
      await put({ added: [constant('A', '1')], changed: [constant('A', '1')].slice(1), removed: ['GONE'] }),
    ).toEqual({
      warnings: [],
      revision: 1,
    });
    expect(await put({ changed: [constant('A', '1')] })).toEqual({ warnings: [], revision: 1 });
    expect((await lastAudit())?.id).toBe(before?.id);
  });

  it('turns an unknown constant with a known name into a known one [CFG-49]', async () => {
    await put({ added: [constant('DB_HOST', 'h', 2), constant('OTHER', 'h', 2)] });
    const items = await getConfig(amelia, { params: { id, service: 'coursepro' } });
    expect(items.map((item) => [item.key, item.type])).toEqual([
      ['DB_HOST', 1],
      ['OTHER', 2],
    ]);
  });

  it('skips adding an existing setting, with a warning, and saves the rest [CFG-50]', async () => {
    await put({ added: [constant('DB_HOST', 'first'), constant('OTHER', 'first')] });
    const diff = { added: [constant('DB_HOST', 'second'), constant('OTHER', 'second'), constant('NEW', 'x')] };
    expect(await put(diff)).toEqual({
      warnings: ['DB_HOST is a known constant and already exists.', 'OTHER already exists.'],
      revision: 2,
    });
    expect(await valuesOf()).toEqual({ DB_HOST: 'first', OTHER: 'first', NEW: 'x' });
  });

  it('responds 404 for a service that the tenant lacks, a deleted tenant and an unknown tenant (C-006)', async () => {
    const diff: Diff = { added: [constant('A', '1')] };
    await expect(saveDiff(amelia, id, diff, 'homeportal')).rejects.toMatchObject({ code: 'not_found' });
    await expect(saveDiff(amelia, 999_999, diff)).rejects.toMatchObject({ code: 'not_found' });
    expect(await saveDiff(amelia, id, diff, 'licence')).toMatchObject({ revision: 1 });
    await t.db.update(tenants).set({ deletedAt: t.clock.now() }).where(eq(tenants.id, id));
    await expect(put(diff)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('refuses names reserved by the format, and writes nothing', async () => {
    const diff = { added: [constant('A', '1'), constant('this', 'x', 3)] };
    await expect(put(diff)).rejects.toMatchObject({
      code: 'refused',
      fields: { this: expect.stringMatching(/reserved/) as string },
    });
    expect(await valuesOf()).toEqual({});
    expect(await getConfigState(amelia, { params: { id, service: 'coursepro' } })).toMatchObject({ revision: 0 });
  });

  it('accepts code blocks only from release managers, and flags them in the audit log', async () => {
    const rose = t.as({ name: 'rose', role: 'release-manager' });
    await expect(put({ added: [constant('hook', 'x();', 5)] })).rejects.toMatchObject({ code: 'role_denied' });
    await put({ added: [constant('hook', 'x();', 5)] }, rose);
    expect((await lastAudit())?.after).toMatchObject({ code_blocks: ['hook'] });
    await expect(put({ changed: [constant('hook', 'y();', 5)] })).rejects.toMatchObject({ code: 'role_denied' });
    await expect(put({ changed: [constant('hook', 'y', 2)] })).rejects.toMatchObject({ code: 'role_denied' });
    await put({ added: [constant('A', '1')] });
    expect((await lastAudit())?.after).not.toHaveProperty('code_blocks');
  });
});

describe('concurrent saves', () => {
  const ben = () => t.as({ name: 'ben.ode', role: 'operator', id: 2 });

  it('merge edits of different settings (R7)', async () => {
    await put({ added: [constant('A', '1'), constant('B', '1')] });
    await put({ changed: [constant('A', '2')], base_revision: 1 });
    expect(await put({ changed: [constant('B', '2')], base_revision: 1 }, ben())).toMatchObject({ revision: 3 });
    expect(await valuesOf()).toEqual({ A: '2', B: '2' });
  });

  it('clash with author, time and both values, and write nothing', async () => {
    await put({ added: [constant('A', '1'), constant('B', '1'), constant('C', '1')] });
    t.clock.set('2026-11-21T10:00:00.000Z');
    await put({ changed: [constant('A', '2')], removed: ['B'], added: [constant('D', '2')], base_revision: 1 });
    const mine = {
      changed: [constant('A', '3'), constant('B', '3'), constant('C', '3')],
      added: [constant('D', '3')],
      base_revision: 1,
    };
    const facts = { base: '1', mine: '3', masked: false, by: 'amelia.hart', at: '2026-11-21T10:00:00.000Z' };
    await expect(put(mine, ben())).rejects.toMatchObject({
      code: 'conflict',
      details: {
        revision: 2,
        clashes: [
          { key: 'D', ...facts, base: null, theirs: '2' },
          { key: 'A', ...facts, theirs: '2' },
          { key: 'B', ...facts, theirs: null },
        ],
      },
    });
    expect(await valuesOf()).toEqual({ A: '2', C: '1', D: '2' });
  });

  it('do not clash with equal results; without a base revision the last write wins', async () => {
    await put({ added: [constant('A', '1'), constant('B', '1')] });
    await put({ changed: [constant('A', '2')], removed: ['B'] });
    expect(await put({ changed: [constant('A', '2')], removed: ['B'], base_revision: 1 }, ben())).toMatchObject({
      revision: 2,
    });
    expect(await put({ changed: [constant('A', '3')] }, ben())).toMatchObject({ revision: 3 });
  });

  it('are refused on a base revision that does not exist yet', async () => {
    await expect(put({ added: [constant('A', '1')], base_revision: 1 })).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('lose no acknowledged change of many writers', { timeout: 60_000 }, async () => {
    const keys = Array.from({ length: 8 }, (_, index) => `K${index}`);
    const write = fc.record({
      writer: fc.nat(9),
      keys: fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 5, maxLength: 15 }), async (writes) => {
        id = await addTenant(t);
        await put({ added: keys.map((key) => constant(key, 'start')) });
        const acknowledged: { revision: number; keys: string[]; value: string }[] = [];
        const writers = writes.map(async (each, index) => {
          const changed = each.keys.map((key) => constant(key, `w${index}`));
          try {
            const { revision } = await put(
              { changed, base_revision: 1 },
              t.as({ name: `writer ${each.writer}`, role: 'operator' }),
            );
            acknowledged.push({ revision, keys: each.keys, value: `w${index}` });
          } catch (error) {
            expect(error).toMatchObject({ code: 'conflict' });
          }
        });
        await Promise.all(writers);
        const expected = Object.fromEntries(keys.map((key) => [key, 'start']));
        for (const ack of acknowledged.toSorted((a, b) => a.revision - b.revision))
          for (const key of ack.keys) expected[key] = ack.value;
        expect(await valuesOf()).toEqual(expected);
        // With a common base revision, an acknowledged key is never silently overwritten.
        const won = acknowledged.flatMap((ack) => ack.keys);
        expect(new Set(won).size).toBe(won.length);
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });
});

describe('secrets', () => {
  const CANARY = 'canary-5up3r';
  const rowOf = async (key: string) => {
    const [row] = await t.db
      .select()
      .from(configItems)
      .where(and(eq(configItems.tenantId, id), eq(configItems.key, key)));
    return row;
  };

  it('are ciphertext at rest, and masked in items, revisions, clashes and the audit log', async () => {
    await put({ added: [constant('DB_PASSWORD', CANARY), constant('A', '1')] });
    await put({ changed: [constant('DB_PASSWORD', `${CANARY}-2`)] });
    const clash: unknown = await put({ changed: [constant('DB_PASSWORD', `${CANARY}-3`)], base_revision: 1 }).catch(
      (error: unknown) => error,
    );
    expect(clash).toMatchObject({
      code: 'conflict',
      details: { clashes: [{ key: 'DB_PASSWORD', theirs: '', mine: '', masked: true }] },
    });
    const item = (await getConfig(amelia, { params: { id, service: 'coursepro' } })).find(
      (one) => one.key === 'DB_PASSWORD',
    );
    expect(item).toMatchObject({ value: '', db_value: '', secret: true, masked: true });
    const seen = [
      clash instanceof Error ? clash.message : '',
      await getConfig(amelia, { params: { id, service: 'coursepro' } }),
      await listRevisions(amelia, { params: { id, service: 'coursepro' }, query: {} }),
      await t.db.select().from(auditEvents),
      await t.db.select().from(configItems),
      await t.db.select().from(configRevisions),
    ];
    expect(JSON.stringify(seen)).not.toContain(CANARY);
    expect((await rowOf('DB_PASSWORD'))?.value).toMatch(/^v1\./);
  });

  it('stay masked for every role after their key metadata is gone', async () => {
    const key = { kind: 'coursepro' as const, name: 'SMTP_LOGIN' };
    await t.db.insert(configKeys).values({ ...key, type: 'string', secret: true });
    await put({ added: [constant(key.name, CANARY)] });
    await put({ changed: [constant(key.name, `${CANARY}-2`)] });
    await t.db.delete(configKeys).where(and(eq(configKeys.kind, key.kind), eq(configKeys.name, key.name)));
    // A changed value stays secret although its key has no metadata.
    await put({ changed: [constant(key.name, `${CANARY}-3`)] });
    const clash: unknown = await put({ changed: [constant(key.name, `${CANARY}-4`)], base_revision: 1 }).catch(
      (error: unknown) => error,
    );
    expect(clash).toMatchObject({ code: 'conflict', details: { clashes: [{ theirs: '', mine: '', masked: true }] } });
    expect(await getConfig(amelia, { params: { id, service: 'coursepro' } })).toMatchObject([
      { key: key.name, value: '', masked: true },
    ]);
    const seen = [
      clash,
      await getConfig(amelia, { params: { id, service: 'coursepro' } }),
      await listRevisions(amelia, { params: { id, service: 'coursepro' }, query: {} }),
      await previewConfig(amelia, { params: { id, service: 'coursepro' } }),
      await t.db.select().from(auditEvents),
      await t.db.select().from(configItems),
      await t.db.select().from(configRevisions),
    ];
    expect(JSON.stringify(seen)).not.toContain(CANARY);
  });

  it('keep their value if a change leaves the mask, and are audited when revealed', async () => {
    await put({ added: [constant('DB_PASSWORD', CANARY)] });
    await put({ changed: [{ ...constant('DB_PASSWORD', ''), masked: true, state: 0 }] });
    expect(
      await revealSecret(amelia, {
        params: { id, service: 'coursepro' },
        body: { key: 'DB_PASSWORD', reason: 'a test' },
      }),
    ).toEqual({
      value: CANARY,
    });
    expect(await lastAudit()).toMatchObject({ action: 'config.secret-revealed', actor: 'amelia.hart' });
    expect(JSON.stringify(await lastAudit())).not.toContain(CANARY);
    expect((await getConfig(amelia, { params: { id, service: 'coursepro' } }))[0]).toMatchObject({ state: 0 });
    await expect(
      revealSecret(amelia, { params: { id, service: 'coursepro' }, body: { key: 'NONE', reason: 'a test' } }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(await put({ changed: [{ ...constant('NONE', ''), masked: true }] })).toMatchObject({
      revision: 2,
      warnings: [expect.any(String)],
    });
  });

  it('cannot be moved to another setting or tenant within the database', async () => {
    await put({ added: [constant('DB_PASSWORD', CANARY)] });
    const stolen = (await rowOf('DB_PASSWORD'))?.value ?? '';
    id = await addTenant(t);
    await put({ added: [constant('DB_PASSWORD', 'own')] });
    await t.db.update(configItems).set({ value: stolen }).where(eq(configItems.tenantId, id));
    await expect(
      revealSecret(amelia, { params: { id, service: 'coursepro' }, body: { key: 'DB_PASSWORD', reason: 'a test' } }),
    ).rejects.toThrow();
  });
});
