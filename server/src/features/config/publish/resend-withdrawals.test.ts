import { and, asc, eq, inArray } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { servers, tenants, tenantServices } from '../../../fleet/tables.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { configFeature } from '../feature.ts';
import { saveConfig } from '../save-config.ts';
import { publications } from '../tables.ts';
import { addTenant, constant, createFleet, diffOf, expireLeases, published } from '../testing/config-fleet.ts';
import { ProcessDied, withFailure } from '../testing/failing-port.ts';
import { commitConfig } from './commit-config.ts';
import { followTenant } from './follow-tenant.ts';
import { listHoldingHosts } from './queries-withdrawals.ts';
import { resumePublications } from './resume-publications.ts';
import { runWithdrawal, withdrawConfigs, type Withdrawal } from './withdraw-configs.ts';

const HOUR = 60 * 60_000;

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
let id: number;
beforeAll(() => void (amelia = t.as({ role: 'operator' })));
/** A tenant whose CoursePro config is committed to two web servers and a worker. */
beforeEach(async () => {
  id = await addTenant(t);
  await save('1');
  await commit();
  t.sent.length = 0;
});
afterEach(async () => {
  await t.db.update(servers).set({ environmentId: 2 }).where(eq(servers.host, 'eu-worker-1'));
  await t.db.delete(publications);
});

const place = () => ({ tenantId: id, kind: 'coursepro' as const });
const save = (value: string) =>
  saveConfig(amelia, { params: { id, service: 'coursepro' }, body: diffOf({ changed: [constant('A', value)] }) });
async function commit(ctx = amelia): Promise<void> {
  t.clock.advance(1000);
  await commitConfig(ctx, { params: { id, service: 'coursepro' } });
}
const own = () => and(eq(tenantServices.tenantId, id), eq(tenantServices.service, 'coursepro'));
const placeOn = (webEnvironmentId: number | null, workerEnvironmentId: number | null) =>
  t.db.update(tenantServices).set({ webEnvironmentId, workerEnvironmentId }).where(own());
const withoutAnswerOf = (...silent: string[]): Ctx =>
  withFailure(amelia, (step, host) =>
    step === 'withdraw' && silent.includes(host) ? { error: 'No response.' } : undefined,
  );
/** Withdraws the file from former servers, of which these do not respond. */
async function failOn(...silent: string[]): Promise<void> {
  t.clock.advance(1000);
  const failure = new RegExp(silent.join('.*'));
  await expect(followTenant(withoutAnswerOf(...silent), id, 'coursepro')).rejects.toThrow(failure);
}
/** These servers leave the inventory. Returns them. */
const retire = (...hosts: string[]) => t.db.delete(servers).where(inArray(servers.host, hosts)).returning();
/** A commit that replaces no file. */
async function commitInVain(host: string): Promise<void> {
  await save('2');
  const full = withFailure(amelia, (step, at) => (step === 'stage' && at === host ? { error: 'Full.' } : undefined));
  await expect(commit(full)).rejects.toThrow('Full');
}
/** Deletes the service. Returns the job that withdraws its files. */
async function deleteService(): Promise<Withdrawal> {
  await inTransaction(amelia, async (tx) => {
    await withdrawConfigs(amelia, tx, { id, name: `Tenant ${id}` }, { service: 'coursepro', environmentIds: [1, 2] });
    tx.record({ action: 'test', subject: 'T', tenantId: id, topics: [] });
  });
  await t.db.delete(tenantServices).where(own());
  return t.sent.splice(0)[0]?.data as Withdrawal;
}
const jobs = () => new Map(configFeature.jobs(amelia).map((job) => [job.name, job]));
/** Runs the schedule. Returns the jobs that it sends. */
async function sweep() {
  await jobs().get('config.resend-withdrawals')?.run({});
  return t.sent.splice(0);
}
async function runFirst([job]: typeof t.sent) {
  await jobs()
    .get(job?.name ?? '')
    ?.run(job?.data ?? {});
}
const attempts = () =>
  t.db
    .select({ hash: publications.hash, state: publications.state, outcome: publications.outcome })
    .from(publications)
    .where(eq(publications.tenantId, id))
    .orderBy(asc(publications.startedAt));

it('sends a failed withdrawal again every hour, after other jobs', async () => {
  await placeOn(1, null);
  await failOn('eu-worker-1');
  t.clock.advance(HOUR - 5000);
  const [job, ...others] = await sweep();
  expect([job, others]).toEqual([
    { name: 'config.follow-tenant', data: { tenant_id: id, kind: 'coursepro' }, repeated: true },
    [],
  ]);
  await jobs()
    .get(job?.name ?? '')
    ?.run(job?.data ?? {});
  expect(published(t, id)[2]).toBeNull();
  t.clock.advance(HOUR);
  expect(await sweep()).toEqual([]);
});

it('sends nothing while a withdrawal that it sent still waits', async () => {
  await placeOn(1, null);
  await failOn('eu-worker-1');
  t.clock.advance(HOUR);
  const sent = await sweep();
  t.sent.push(...sent);
  expect(await sweep()).toEqual(sent);
});

it('keeps one publication of all attempts, with what each of them removed', async () => {
  await placeOn(null, 2);
  for (let attempt = 0; attempt < 3; attempt += 1) await failOn('eu-web-2');
  const [, ...withdrawals] = await attempts();
  expect(withdrawals).toEqual([
    { hash: '', state: 'failed', outcome: [{ host: 'eu-web-2', ok: false, error: 'No response.' }, WEB_1] },
  ]);
  expect([...(await listHoldingHosts(t.db, place()))].toSorted()).toEqual(['eu-web-2', 'eu-worker-1']);
  t.clock.advance(1000);
  await followTenant(amelia, id, 'coursepro');
  expect((await attempts()).at(-1)).toEqual({
    hash: '',
    state: 'done',
    outcome: [{ host: 'eu-web-2', ok: true }, WEB_1],
  });
});

const WEB_1 = { host: 'eu-web-1', ok: true };

it('does not take over what was removed before a commit wrote it again', async () => {
  await placeOn(null, 2);
  await failOn('eu-web-2');
  await placeOn(1, 2);
  await save('2');
  await commit();
  await placeOn(null, 2);
  await failOn('eu-web-1');
  expect((await attempts()).map(({ hash }) => hash === '')).toEqual([false, true, false, true]);
  expect([...(await listHoldingHosts(t.db, place()))].toSorted()).toEqual(['eu-web-1', 'eu-worker-1']);
});

it('sends a withdrawal again whose process died in the last attempt', async () => {
  const withdrawal = await deleteService();
  const dying = withFailure(amelia, (step, host) =>
    step === 'withdraw' && host === 'eu-web-2' ? 'die-before' : undefined,
  );
  await expect(runWithdrawal(dying, withdrawal)).rejects.toThrow(ProcessDied);
  await expireLeases(t);
  await resumePublications(t);
  t.sent.length = 0;
  t.clock.advance(HOUR);
  await runFirst(await sweep());
  expect(published(t, id)).toEqual([null, null, null]);
});

/** Servers return to the inventory one after the other. */
async function comeBack(left: (typeof servers.$inferSelect)[]): Promise<void> {
  for (const server of left) {
    t.clock.advance(HOUR);
    expect(await sweep()).toEqual([]);
    await t.db.insert(servers).values(server);
    await runFirst(await sweep());
  }
  t.clock.advance(HOUR);
  expect(await sweep()).toEqual([]);
}

it('sends a failed withdrawal again each time a server returns to the inventory, although the others were done meanwhile', async () => {
  await t.db.update(tenants).set({ deletedAt: t.clock.now() }).where(eq(tenants.id, id));
  await failOn('eu-web-1', 'eu-web-2');
  const left = await retire('eu-web-1', 'eu-web-2');
  t.clock.advance(1000);
  await followTenant(amelia, id, 'coursepro');
  expect((await attempts()).at(-1)).toMatchObject({ hash: '', state: 'done' });
  await comeBack(left);
  expect(published(t, id)).toEqual([null, null, null]);
});

it('sends a failed withdrawal again each time a server returns to the inventory, also after a failed commit', async () => {
  await placeOn(null, 2);
  await failOn('eu-web-1', 'eu-web-2');
  const left = await retire('eu-web-1', 'eu-web-2');
  await commitInVain('eu-worker-1');
  await comeBack(left);
  expect(published(t, id)).toEqual([null, null, expect.stringContaining("define('A', '1')")]);
});

it('continues to send a withdrawal after a failed commit', async () => {
  await placeOn(1, null);
  await failOn('eu-worker-1');
  await commitInVain('eu-web-1');
  t.clock.advance(HOUR);
  expect(await sweep()).toHaveLength(1);
});

it('sends nothing for a server that the config is committed to again', async () => {
  await placeOn(1, null);
  await failOn('eu-worker-1');
  await t.db.update(servers).set({ environmentId: 1 }).where(eq(servers.host, 'eu-worker-1'));
  t.clock.advance(HOUR);
  expect(await sweep()).toEqual([]);
});

it.each(['committed', 'imported'])(
  'sends the withdrawal of a deleted service again after the service was added without a commit: %s',
  async (how) => {
    // An imported config has no publication.
    if (how === 'imported') await t.db.delete(publications);
    const withdrawal = await deleteService();
    await expect(runWithdrawal(withoutAnswerOf('eu-web-2'), withdrawal)).rejects.toThrow('eu-web-2');
    await t.db
      .insert(tenantServices)
      .values({ tenantId: id, service: 'coursepro', webEnvironmentId: 1, workerEnvironmentId: 2 });
    t.clock.advance(HOUR);
    await runFirst(await sweep());
    expect(published(t, id)).toEqual([null, null, null]);
    t.clock.advance(HOUR);
    expect(await sweep()).toEqual([]);
  },
);
