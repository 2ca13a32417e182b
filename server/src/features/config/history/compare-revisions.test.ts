import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { servers, tenants, tenantServices } from '../../../fleet/tables.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { commitConfig } from '../publish/commit-config.ts';
import { followTenant } from '../publish/follow-tenant.ts';
import { runWithdrawal, withdrawConfigs, type Withdrawal } from '../publish/withdraw-configs.ts';
import { compareRevisions, getConfigAsOf } from './compare-revisions.ts';
import { listRevisions } from '../get-config.ts';
import { insertConfigs } from '../insert-configs.ts';
import { saveConfig } from '../save-config.ts';
import { configRevisions, configs, publications } from '../tables.ts';
import { addTenant, constant, createFleet, diffOf } from '../testing/config-fleet.ts';

const t = setUpTestCtx(createFleet);
let ctx: Ctx;
let id: number;
beforeEach(async () => {
  ctx = t.as({ role: 'operator' });
  id = await addTenant(t);
});

type Diff = Parameters<typeof diffOf>[0];
const put = (diff: Diff) => saveConfig(ctx, { params: { id, service: 'coursepro' }, body: diffOf(diff) });
const between = async (from?: number, to?: number) =>
  (await compareRevisions(ctx, { params: { id, service: 'coursepro' }, query: { from, to } })).changes;
const values = (changes: Awaited<ReturnType<typeof between>>) =>
  changes.map(({ key, before, after }) => [key, before?.value ?? null, after?.value ?? null]);

describe('comparing two revisions', () => {
  beforeEach(async () => {
    await put({ added: [constant('A', '1'), constant('B', '1'), constant('GONE', 'x')] });
    await put({ changed: [constant('A', '2'), constant('B', '2')], added: [constant('TEMP', 't')] });
    await put({ changed: [constant('A', '3'), constant('B', '1')], removed: ['GONE', 'TEMP'] });
  });

  it('merges the changes of several revisions, without settings that were changed back', async () => {
    expect(values(await between(1, 3))).toEqual([
      ['A', '1', '3'],
      ['GONE', 'x', null],
    ]);
  });

  it('also compares a newer revision with an older one', async () => {
    expect(values(await between(3, 1))).toEqual([
      ['A', '3', '1'],
      ['GONE', null, 'x'],
    ]);
  });

  it('treats revision 0 as empty', async () => {
    expect(values(await between(0, 2))).toEqual([
      ['A', null, '2'],
      ['B', null, '2'],
      ['GONE', null, 'x'],
      ['TEMP', null, 't'],
    ]);
  });

  it('compares with the committed revision by default, else with the previous one', async () => {
    expect(await compareRevisions(ctx, { params: { id, service: 'coursepro' }, query: {} })).toMatchObject({
      from: 2,
      to: 3,
    });
    await t.db.update(configs).set({ committedRevision: 1 });
    expect(await compareRevisions(ctx, { params: { id, service: 'coursepro' }, query: {} })).toMatchObject({
      from: 1,
      to: 3,
    });
    expect(await compareRevisions(ctx, { params: { id, service: 'coursepro' }, query: { to: 1 } })).toMatchObject({
      from: 0,
      to: 1,
    });
  });

  it('refuses a revision that does not exist', async () => {
    await expect(between(1, 4)).rejects.toMatchObject({ code: 'not_found' });
    await expect(between(9, 1)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('reports changes other than to the value', async () => {
    await put({ changed: [{ ...constant('A', '3', 3), state: 0 }] });
    const [change] = await between(3, 4);
    expect([change?.before, change?.after]).toMatchObject([
      { type: 2, state: 1 },
      { type: 3, state: 0 },
    ]);
  });
});

describe('a config as of a time', () => {
  const asOf = (at: string) => getConfigAsOf(ctx, { params: { id, service: 'coursepro' }, query: { at } });
  const time = () => t.clock.now().toISOString();
  const minuteLater = (): string => {
    t.clock.advance(60_000);
    return time();
  };
  /** Withdraws the config from all servers, as when its service is deleted. */
  async function withdraw(environmentIds: number[], beforeJob = () => Promise.resolve()): Promise<void> {
    await inTransaction(ctx, async (work) => {
      await withdrawConfigs(ctx, work, { id, name: 'T' }, { service: 'coursepro', environmentIds });
      work.record({ action: 'test', subject: 'T', topics: [] });
    });
    await beforeJob();
    await runWithdrawal(t, t.sent.at(-1)?.data as Withdrawal);
  }

  it('has the revision that was saved, and the one on the servers, at each time', async () => {
    const nothing = time();
    const saved = minuteLater();
    await put({ added: [constant('A', '1')] });
    const committed = minuteLater();
    await commitConfig(ctx, { params: { id, service: 'coursepro' } });
    const savedAgain = minuteLater();
    await put({ changed: [constant('A', '2')] });
    const committedAgain = minuteLater();
    await commitConfig(ctx, { params: { id, service: 'coursepro' } });
    const by = ctx.actor.name;
    const first = { number: 1, by, at: saved };
    const second = { number: 2, by, at: savedAgain };
    expect(await asOf(nothing)).toEqual({ saved: null, committed: null });
    expect(await asOf(saved)).toEqual({ saved: first, committed: null });
    expect(await asOf(committed)).toEqual({ saved: first, committed: { ...first, at: committed } });
    expect(await asOf(savedAgain)).toEqual({ saved: second, committed: { ...first, at: committed } });
    expect(await asOf(committedAgain)).toEqual({ saved: second, committed: { ...second, at: committedAgain } });
    expect(await asOf('2099-01-01T00:00:00Z')).toEqual(await asOf(committedAgain));
  });

  it('has the committed revision after it has left a former server, and none after it has left all', async () => {
    await put({ added: [constant('A', '1')] });
    const committed = minuteLater();
    await commitConfig(ctx, { params: { id, service: 'coursepro' } });
    await t.db.update(tenantServices).set({ workerEnvironmentId: null }).where(eq(tenantServices.tenantId, id));
    const left = minuteLater();
    await followTenant(t, id, 'coursepro');
    expect((await t.db.select().from(publications).where(eq(publications.tenantId, id))).at(-1)).toMatchObject({
      state: 'done',
      hash: '',
    });
    expect(await asOf(left)).toMatchObject({ committed: { number: 1, at: committed } });
    const withdrawn = minuteLater();
    await withdraw([1]);
    expect(await asOf(left)).toMatchObject({ committed: { number: 1 } });
    expect(await asOf(withdrawn)).toMatchObject({ committed: null });
  });

  describe('after a server has left the inventory', () => {
    const retire = () => t.db.delete(servers).where(eq(servers.host, 'eu-worker-1'));
    afterEach(() => t.db.insert(servers).values({ host: 'eu-worker-1', environmentId: 2 }));

    it('has no committed revision once it has left the others', async () => {
      await put({ added: [constant('A', '1')] });
      const committed = minuteLater();
      await commitConfig(ctx, { params: { id, service: 'coursepro' } });
      await retire();
      const withdrawn = minuteLater();
      await withdraw([1, 2]);
      expect(await asOf(committed)).toMatchObject({ committed: { number: 1 } });
      expect(await asOf(withdrawn)).toMatchObject({ committed: null });
    });

    it('has the revision that was committed to that server before', async () => {
      await put({ added: [constant('A', '1')] });
      await commitConfig(ctx, { params: { id, service: 'coursepro' } });
      await t.db.update(tenantServices).set({ webEnvironmentId: null }).where(eq(tenantServices.tenantId, id));
      const left = minuteLater();
      await followTenant(t, id, 'coursepro');
      await retire();
      expect(await asOf(left)).toMatchObject({ committed: { number: 1 } });
    });
  });

  /** All servers leave the inventory until the test ends. */
  async function retireAll(): Promise<void> {
    const left = await t.db.delete(servers).returning();
    onTestFinished(async () => void (await t.db.insert(servers).values(left)));
  }

  it.each(['before', 'after'])(
    'has no committed revision after its service was deleted, although all servers had left %s that',
    async (when) => {
      await put({ added: [constant('A', '1')] });
      const committed = minuteLater();
      await commitConfig(ctx, { params: { id, service: 'coursepro' } });
      if (when === 'before') await retireAll();
      const withdrawn = minuteLater();
      await withdraw([1, 2], when === 'after' ? retireAll : undefined);
      expect(await asOf(committed)).toMatchObject({ committed: { number: 1 } });
      expect(await asOf(withdrawn)).toMatchObject({ committed: null });
    },
  );

  it.each(['committed', 'imported'])(
    'has no committed revision after its tenant was deleted, although all servers had left before: %s',
    async (how) => {
      await put({ added: [constant('A', '1')] });
      const committed = minuteLater();
      if (how === 'committed') await commitConfig(ctx, { params: { id, service: 'coursepro' } });
      const imported = { committedRevision: 1, committedHash: 'x', committedAt: t.clock.now(), committedBy: 'import' };
      if (how === 'imported') await t.db.update(configs).set(imported).where(eq(configs.tenantId, id));
      await retireAll();
      const deleted = minuteLater();
      const setDeleted = (deletedAt: Date | null) => t.db.update(tenants).set({ deletedAt }).where(eq(tenants.id, id));
      await setDeleted(t.clock.now());
      await followTenant(t, id);
      await setDeleted(null);
      expect(await asOf(committed)).toMatchObject({ committed: { number: 1, at: committed } });
      expect(await asOf(deleted)).toMatchObject({ committed: null });
    },
  );

  it('has the imported or taken-over file on its servers until the next commit', async () => {
    const at = minuteLater();
    await put({ added: [constant('A', '1')] });
    const takenOver = { committedRevision: 1, committedAt: t.clock.now(), committedBy: 'import' };
    await t.db.update(configs).set(takenOver).where(eq(configs.tenantId, id));
    expect(await asOf(at)).toMatchObject({ committed: { number: 1, by: 'import', at } });
  });
});

describe('a secret in a comparison', () => {
  it('is listed if its value differs, never shown, and left out if only its ciphertext differs', async () => {
    const secret = 'canary-61f2';
    await put({ added: [constant('DB_PASSWORD', secret, 1)] });
    await put({ changed: [constant('DB_PASSWORD', 'other-canary', 1)] });
    await put({ changed: [constant('DB_PASSWORD', secret, 1)] });
    const changed = await between(1, 2);
    expect(changed).toMatchObject([{ key: 'DB_PASSWORD', before: { masked: true }, after: { masked: true } }]);
    expect(JSON.stringify([changed, await between(0, 3)])).not.toContain('canary');
    expect(await between(1, 3)).toEqual([]);
  });
});

describe('an imported config', () => {
  it('lists all its items against revision 0, although its first revision has no diff', async () => {
    const item = (key: string, value: string) => ({ ...constant(key, value), state: 1 as const, valueTemplate: null });
    const imported = {
      tenantId: id,
      kind: 'insight' as const,
      items: [item('A', '2'), item('B', 'same')],
      at: t.clock.now(),
      by: 'import',
      committed: true,
      unpublished: [{ key: 'A', before: item('A', '1') }],
    };
    await t.db.transaction((tx) => insertConfigs(tx, t.secrets, new Map(), [imported]));
    const from = async (first: number, last: number) =>
      values(
        (await compareRevisions(ctx, { params: { id, service: 'insight' }, query: { from: first, to: last } })).changes,
      );
    expect(await from(0, 1)).toEqual([
      ['A', null, '1'],
      ['B', null, 'same'],
    ]);
    expect(await from(1, 2)).toEqual([['A', '1', '2']]);
  });
});

describe('any history', () => {
  it('has a diff between any two revisions that equals the difference of their states', async () => {
    const revision = fc.dictionary(fc.constantFrom('A', 'B', 'C', 'D'), fc.constantFrom('1', '2'), { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(revision, { minLength: 2, maxLength: 5 }), async (wanted) => {
        id = await addTenant(t);
        const states: Record<string, string>[] = [{}];
        for (const next of wanted) {
          const now = states.at(-1) ?? {};
          const { revision: number } = await put({
            base_revision: states.length - 1,
            added: Object.keys(next).flatMap((key) => (key in now ? [] : [constant(key, next[key] ?? '')])),
            changed: Object.keys(next).flatMap((key) => (key in now ? [constant(key, next[key] ?? '')] : [])),
            removed: Object.keys(now).filter((key) => !(key in next)),
          });
          if (number === states.length) states.push(next);
        }
        for (const [from, a] of states.entries()) {
          for (const [to, b] of states.entries()) {
            const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted();
            const differing = keys.filter((key) => a[key] !== b[key]);
            expect(values(await between(from, to))).toEqual(
              differing.map((key) => [key, a[key] ?? null, b[key] ?? null]),
            );
          }
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe('a long history', () => {
  it('is listed in pages of 100 revisions, before any given number', async () => {
    const of = { tenantId: id, kind: 'coursepro' as const, author: 'amelia.hart', at: t.clock.now(), hash: 'h' };
    await t.db
      .insert(configRevisions)
      .values(Array.from({ length: 102 }, (_, index) => ({ ...of, number: index + 1 })));
    const numbers = async (before?: number) =>
      (await listRevisions(ctx, { params: { id, service: 'coursepro' }, query: { before } })).revisions.map(
        (revision) => revision.number,
      );
    expect([(await numbers()).length, (await numbers())[0], (await numbers()).at(-1)]).toEqual([100, 102, 3]);
    expect(await numbers(3)).toEqual([2, 1]);
    expect(await numbers(1)).toEqual([]);
  });
});
