import { and, asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { servers, tenantServices } from '../../../fleet/tables.ts';
import { auditEvents } from '../../../platform/audit/tables.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { createTenantApi } from '../../tenants/testing/tenant-api.ts';
import { commitConfig } from './commit-config.ts';
import { followTenant } from './follow-tenant.ts';
import { getConfigState } from '../get-config.ts';
import { configFeature } from '../feature.ts';
import { findRunning, takeLease } from './queries-publications.ts';
import { resumePublications } from './resume-publications.ts';
import { saveConfig } from '../save-config.ts';
import { configs, publications } from '../tables.ts';
import { addTenant, constant, createFleet, diffOf, HOSTS, expireLeases, published } from '../testing/config-fleet.ts';
import { ProcessDied, withFailure, type Failure } from '../testing/failing-port.ts';
import { runConfigJobs } from '../testing/run-config-jobs.ts';
import { withdrawConfigs } from './withdraw-configs.ts';

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
let api: ReturnType<typeof createTenantApi>;
let id: number;
beforeAll(() => {
  amelia = t.as({ role: 'operator' });
  api = createTenantApi(t);
});
afterAll(() => api.close());
/** A tenant whose CoursePro config is committed, and whose Insight config was changed after its commit. */
beforeEach(async () => {
  id = await addTenant(t);
  for (const kind of ['coursepro', 'insight'] as const) {
    await saveConfig(amelia, { params: { id, service: kind }, body: diffOf({ added: [constant('A', '1')] }) });
    await commitConfig(amelia, { params: { id, service: kind } });
  }
  await saveConfig(amelia, { params: { id, service: 'insight' }, body: diffOf({ changed: [constant('A', '2')] }) });
  t.sent.length = 0;
});

async function done(answer: ReturnType<typeof api.send>): Promise<void> {
  expect((await answer).statusCode).toBe(200);
}
const remove = () => done(api.send('DELETE', `/api/tenant/${id}`));
const restore = () => done(api.send('POST', `/api/tenant/${id}/restore`));
const work = (ctx: Ctx = amelia) => runConfigJobs(t, ctx);
const withPort = (port: Partial<Ctx['ports']['configPublishing']>): Ctx => ({
  ...amelia,
  ports: { ...t.ports, configPublishing: { ...t.ports.configPublishing, ...port } },
});
const withdrawalFailsOn =
  (silent: string): Failure =>
  (step, host) =>
    step === 'withdraw' && host === silent ? { error: 'No response.' } : undefined;
const onServers = () => ({ coursepro: published(t, id), insight: published(t, id, 'insight.env') });
const NOTHING = { coursepro: [null, null, null], insight: [null, null, null] };
const text = (part: string) => expect.stringContaining(part) as string;
const REPUBLISHED = {
  coursepro: HOSTS.map(() => text("define('A', '1')")),
  insight: [text('A="1"'), text('A="1"'), null],
};
const state = () => getConfigState(amelia, { params: { id, service: 'coursepro' } });
const actions = async () =>
  (
    await t.db
      .select({ action: auditEvents.action, subject: auditEvents.subject })
      .from(auditEvents)
      .where(and(eq(auditEvents.tenantId, id), inArray(auditEvents.action, ['config.withdrawn', 'config.republished'])))
      .orderBy(asc(auditEvents.id))
  ).map(({ action, subject }) => `${action} ${subject}`);

describe('the published files of a deleted tenant', () => {
  it('are removed from all servers, which is recorded', async () => {
    await remove();
    await work();
    expect(onServers()).toEqual(NOTHING);
    expect(await actions()).toEqual([
      `config.withdrawn Tenant ${id} CoursePro config`,
      `config.withdrawn Tenant ${id} Insight config`,
    ]);
  });

  it('stay on a failing server until it responds again', async () => {
    await remove();
    await work(withFailure(amelia, withdrawalFailsOn('eu-web-2')));
    expect(onServers()).toEqual({ coursepro: [null, text('A'), null], insight: [null, text('A'), null] });
    expect(await actions()).toEqual([]);
    await work();
    expect(onServers()).toEqual(NOTHING);
  });

  describe('on a server that is down for longer than the jobs are retried', () => {
    const giveUp = async () => {
      await work(withFailure(amelia, withdrawalFailsOn('eu-web-2')));
      expect(t.sent).not.toEqual([]);
      t.sent.length = 0;
    };
    const sweep = () =>
      configFeature
        .jobs(amelia)
        .find(({ name }) => name === 'config.resend-withdrawals')
        ?.run({});

    it('are removed when it responds again', async () => {
      await remove();
      await giveUp();
      await sweep();
      // Its last failure is recent, so the job is still being retried.
      expect(t.sent).toEqual([]);
      t.clock.advance(2 * 60 * 60_000);
      await sweep();
      await work();
      expect(onServers()).toEqual(NOTHING);
      t.clock.advance(2 * 60 * 60_000);
      await sweep();
      expect(t.sent).toEqual([]);
    });

    it('are removed also if only their service was deleted', async () => {
      await inTransaction(amelia, async (tx) => {
        const insight = { service: 'insight', environmentIds: [1] };
        await withdrawConfigs(amelia, tx, { id, name: 'T' }, insight);
        await tx.db
          .delete(tenantServices)
          .where(and(eq(tenantServices.tenantId, id), eq(tenantServices.service, 'insight')));
        tx.record({ action: 'test', subject: 'T', tenantId: id, topics: [] });
      });
      await giveUp();
      expect(onServers().insight).toEqual([null, text('A'), null]);
      t.clock.advance(2 * 60 * 60_000);
      await sweep();
      await work();
      expect(onServers()).toEqual({ ...NOTHING, coursepro: HOSTS.map(() => text('A')) });
    });
  });

  it('have one withdrawal stored and none audited if all servers had left the inventory, however often the job runs', async () => {
    const withdrawals = () =>
      t.db
        .select({ kind: publications.kind, state: publications.state, everywhere: publications.everywhere })
        .from(publications)
        .where(and(eq(publications.tenantId, id), eq(publications.hash, '')))
        .orderBy(asc(publications.kind), asc(publications.startedAt));
    const [coursepro, insight] = ['coursepro', 'insight'].map((kind) => ({ kind, state: 'done', everywhere: true }));
    const left = await t.db.delete(servers).returning();
    onTestFinished(async () => void (await t.db.insert(servers).values(left)));
    await remove();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      t.clock.advance(1000);
      await followTenant(amelia, id);
    }
    expect(await withdrawals()).toEqual([coursepro, insight]);
    // A file was taken over since.
    t.clock.advance(1000);
    const isInsight = and(eq(configs.tenantId, id), eq(configs.kind, 'insight'));
    await t.db.update(configs).set({ committedAt: t.clock.now() }).where(isInsight);
    await followTenant(amelia, id);
    expect(await withdrawals()).toEqual([coursepro, insight, insight]);
    expect(await actions()).toEqual([]);
  });

  it('wait for a running commit without disturbing it', async () => {
    let reached = (): void => undefined;
    let release = (): void => undefined;
    const atActivate = new Promise<void>((resolve) => (reached = resolve));
    const held = new Promise<void>((resolve) => (release = resolve));
    const committing = commitConfig(
      withPort({
        activate: async (target, file, publication) => {
          reached();
          await held;
          return t.ports.configPublishing.activate(target, file, publication);
        },
      }),
      { params: { id, service: 'insight' } },
    );
    await atActivate;
    await remove();
    await work();
    expect(onServers()).toEqual({ coursepro: [null, null, null], insight: [text('A="1"'), text('A="1"'), null] });
    release();
    await committing;
    await work();
    expect(onServers()).toEqual(NOTHING);
  });

  it('are removed in place of a commit whose process died', async () => {
    const dying = withFailure(amelia, (step, host) =>
      step === 'activate' && host === 'eu-web-2' ? 'die-before' : undefined,
    );
    await expect(commitConfig(dying, { params: { id, service: 'insight' } })).rejects.toThrow(ProcessDied);
    await expireLeases(t);
    await remove();
    await work();
    expect(onServers()).toEqual(NOTHING);
    expect(await findRunning(t.db, { tenantId: id, kind: 'insight' })).toBeUndefined();
  });

  it('are not written again by a commit that starts before and reaches the database after the deletion', async () => {
    let deleted = false;
    const transaction: Ctx['db']['transaction'] = async (run) => {
      if (!deleted) {
        deleted = true;
        await remove();
        await work();
      }
      return amelia.db.transaction(run);
    };
    const db = Object.assign(Object.create(amelia.db) as Ctx['db'], { transaction });
    const late: Ctx = { ...amelia, db };
    await expect(commitConfig(late, { params: { id, service: 'insight' } })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(onServers()).toEqual(NOTHING);
  });

  it('are removed even if the process dies while removing them', async () => {
    await remove();
    const dying = withFailure(amelia, (step, host) =>
      step === 'withdraw' && host === 'eu-web-2' ? 'die-before' : undefined,
    );
    await expect(followTenant(dying, id)).rejects.toMatchObject({ code: 'target_failed' });
    expect(await findRunning(t.db, { tenantId: id, kind: 'coursepro' })).toBeDefined();
    t.sent.length = 0;
    await expireLeases(t);
    await resumePublications(t);
    await work();
    expect(onServers()).toEqual(NOTHING);
  });
});

describe('the configs of a restored tenant', () => {
  it('are published again as committed; later saves stay uncommitted', async () => {
    await remove();
    await work();
    await restore();
    expect(await state()).toMatchObject({ committed_hash: null, committed_revision: 1 });
    await work();
    expect(onServers()).toEqual(REPUBLISHED);
    expect(await actions()).toContain(`config.republished Tenant ${id} CoursePro config`);
    const { hash } = await state();
    expect(await state()).toMatchObject({ committed_hash: hash, committed_by: 'amelia.hart', changes_waiting: 0 });
    const insight = await getConfigState(amelia, { params: { id, service: 'insight' } });
    expect(insight).toMatchObject({ revision: 2, committed_revision: 1, changes_waiting: 1 });
    expect([insight.committed_hash === null, insight.committed_hash === insight.hash]).toEqual([false, false]);
  });

  it('need a commit until all servers have them', async () => {
    await remove();
    await work();
    await restore();
    await work(
      withFailure(amelia, (step, host) => (step === 'stage' && host === 'eu-web-1' ? { error: 'Full.' } : undefined)),
    );
    expect(await state()).toMatchObject({ committed_hash: null });
    await work();
    expect(onServers()).toEqual(REPUBLISHED);
    expect((await state()).committed_hash).not.toBeNull();
  });

  it('are left to another process that has taken over their publication', async () => {
    await remove();
    await work();
    await restore();
    const port = t.ports.configPublishing;
    const activate: typeof port.activate = async (target, file, publication) => {
      await expireLeases(t);
      const running = await findRunning(t.db, { tenantId: id, kind: 'coursepro' });
      if (running) await takeLease(t.db, running, 'another');
      return port.activate(target, file, publication);
    };
    await expect(followTenant(withPort({ activate }), id)).rejects.toThrow(
      `coursepro: Another process has taken over publishing the Tenant ${id} CoursePro config.`,
    );
    expect(await actions()).not.toContain(`config.republished Tenant ${id} CoursePro config`);
  });

  it('are published as committed despite saves before the job runs, but not after a new commit', async () => {
    await remove();
    await work();
    await restore();
    await saveConfig(amelia, { params: { id, service: 'coursepro' }, body: diffOf({ changed: [constant('A', '3')] }) });
    await commitConfig(amelia, { params: { id, service: 'insight' } });
    await work();
    expect(onServers()).toEqual({ ...REPUBLISHED, insight: [text('A="2"'), text('A="2"'), null] });
    const { hash, committed_hash: committed, ...rest } = await state();
    expect(rest).toMatchObject({ revision: 2, committed_revision: 1, changes_waiting: 1 });
    expect([committed === null, committed === hash]).toEqual([false, false]);
  });
});

describe('a tenant that is deleted and restored quickly', () => {
  it.each([
    { steps: ['remove', 'restore'], ends: 'restored' },
    { steps: ['remove', 'restore', 'remove'], ends: 'deleted' },
    { steps: ['remove', 'work', 'restore', 'remove'], ends: 'deleted' },
    { steps: ['remove', 'work', 'restore', 'remove', 'restore'], ends: 'restored' },
  ] as const)('ends as it is in the database: $steps', async ({ steps, ends }) => {
    const take = { remove, restore, work };
    for (const step of steps) await take[step]();
    t.sent.reverse();
    await work();
    await work();
    expect(onServers()).toEqual(ends === 'deleted' ? NOTHING : REPUBLISHED);
  });

  it('ends up restored if restored while its files are being removed', async () => {
    await remove();
    let restored = false;
    const meanwhile = withPort({
      withdraw: async (target, path) => {
        if (!restored) {
          restored = true;
          await restore();
          // The job of the restore runs during the withdrawal.
          await work();
        }
        return t.ports.configPublishing.withdraw(target, path);
      },
    });
    await work(meanwhile);
    await work();
    expect(onServers()).toEqual(REPUBLISHED);
    const { hash } = await state();
    expect((await state()).committed_hash).toBe(hash);
  });

  it('ends up deleted if deleted while its files are being published again', async () => {
    await remove();
    await work();
    await restore();
    let deleted = false;
    const meanwhile = withPort({
      activate: async (target, file, publication) => {
        if (!deleted) {
          deleted = true;
          await remove();
        }
        return t.ports.configPublishing.activate(target, file, publication);
      },
    });
    const [first] = t.sent.splice(0, 1);
    await configFeature
      .jobs(meanwhile)
      .find(({ name }) => name === first?.name)
      ?.run(first?.data ?? {});
    expect(onServers()).toEqual(NOTHING);
  });
});
