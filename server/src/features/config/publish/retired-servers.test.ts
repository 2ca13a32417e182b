import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Board } from '@mission-control/contract/config/drift';
import { servers } from '../../../fleet/tables.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inTransaction, inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { createTenantApi } from '../../tenants/testing/tenant-api.ts';
import { listBoard } from '../board/board.ts';
import { checkDrift } from '../drift/check-drift.ts';
import { driftOf, listDriftsOf } from '../drift/queries-drift.ts';
import { forgetServers, noteMissing } from '../drift/queries-new-servers.ts';
import { configFeature } from '../feature.ts';
import { addTenant, constant, createFleet, published, saveDiff } from '../testing/config-fleet.ts';
import { failingPort } from '../testing/failing-port.ts';
import { commitConfig } from './commit-config.ts';
import { withdrawConfigs } from './withdraw-configs.ts';

const RETIRED = 'eu-web-2';

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
let api: ReturnType<typeof createTenantApi>;
let id: number;
/** Servers that were asked to withdraw a file. */
let asked: string[];
beforeAll(() => void (api = createTenantApi(t)));
afterAll(() => api.close());
/** A tenant whose Insight config is committed on two servers. */
beforeEach(async () => {
  asked = [];
  // Only one server responds.
  const configPublishing = failingPort(t.ports.configPublishing, (step, host) => {
    if (step !== 'withdraw') return undefined;
    asked.push(host);
    return host === 'eu-web-1' ? undefined : { error: 'No response.' };
  });
  amelia = { ...t.as({ role: 'operator' }), ports: { ...t.ports, configPublishing } };
  id = await addTenant(t);
  await save('1');
  await commit();
  t.sent.length = 0;
});

const place = () => ({ tenantId: id, kind: 'insight' as const });
const save = (value: string, service: 'insight' | 'coursepro' = 'insight') =>
  saveDiff(amelia, id, { changed: [constant('A', value)] }, service);
async function commit(service: 'insight' | 'coursepro' = 'insight'): Promise<void> {
  t.clock.advance(1000);
  await commitConfig(amelia, { params: { id, service } });
  t.clock.advance(1000);
}
const unaudited = (change: Parameters<typeof inUnauditedTransaction>[1]) => inUnauditedTransaction(amelia, change);
const retire = () =>
  unaudited(async ({ db }) => {
    await db.delete(servers).where(eq(servers.host, RETIRED));
    await forgetServers(db, [RETIRED]);
  });
const addAgain = (environmentId: number) =>
  unaudited(async ({ db }) => {
    await db.insert(servers).values({ host: RETIRED, environmentId });
    if (environmentId === 1) await noteMissing(db, [place()], [RETIRED], t.clock.now());
  });
/** Runs queued jobs like a worker. Returns the number of failed ones. */
async function work(ctx: Ctx = amelia): Promise<number> {
  const kinds = configFeature.jobs(ctx);
  const runs = t.sent.splice(0).map(async (job) => kinds.find(({ name }) => name === job.name)?.run(job.data));
  return (await Promise.allSettled(runs)).filter(({ status }) => status === 'rejected').length;
}
const files = () => published(t, id, 'insight.env', ['eu-web-1', RETIRED]);
const text = (value: string) => expect.stringContaining(`A="${value}"`) as string;
const state = async (service: 'insight' | 'coursepro') => {
  const board = JSON.parse((await listBoard(t)).json.toString()) as Board;
  return board.tenants.find(({ tenant_id }) => tenant_id === id)?.states[service];
};

describe('a server that has left the inventory', () => {
  beforeEach(retire);
  afterEach(async () => {
    await t.db.delete(servers).where(eq(servers.host, RETIRED));
    await t.db.insert(servers).values({ host: RETIRED, environmentId: 1 });
  });

  it('is skipped by the next commit, after which the next one is possible at once', async () => {
    await save('2');
    await commit();
    expect(t.sent).toEqual([]);
    await save('3');
    await commit();
    expect([asked, files()]).toEqual([[], [text('3'), text('1')]]);
  });

  it('is skipped when the tenant is deleted', async () => {
    expect((await api.send('DELETE', `/api/tenant/${id}`)).statusCode).toBe(200);
    expect(await work()).toBe(0);
    expect([asked, files()]).toEqual([['eu-web-1'], [null, text('1')]]);
  });

  it('is skipped when the service is deleted, also if it leaves after the deletion', async () => {
    await addAgain(1);
    await inTransaction(amelia, async (tx) => {
      await withdrawConfigs(amelia, tx, { id, name: 'T' }, { service: 'insight', environmentIds: [1] });
      tx.record({ action: 'test', subject: 'T', tenantId: id, topics: [] });
    });
    await retire();
    expect(await work()).toBe(0);
    expect([asked, files()]).toEqual([['eu-web-1'], [null, text('1')]]);
  });

  it('has drifted if it returns to its environment with its old file', async () => {
    await save('2');
    await commit();
    await addAgain(1);
    await checkDrift(t, new Set());
    expect(driftOf(await listDriftsOf(t.db, place()))).toMatchObject({ hosts: [RETIRED], missing: 0 });
    expect(await state('insight')).toBe('changed');
  });

  it('loses its old file with the next commit if it returns to another environment', async () => {
    await save('2');
    await commit();
    await addAgain(3);
    await save('3');
    await commit();
    expect(await work({ ...amelia, ports: t.ports })).toBe(0);
    expect(files()).toEqual([text('3'), null]);
  });
});

it('A failed withdrawal does not make the config fail, although it waits for a commit.', async () => {
  await save('1', 'coursepro');
  await commit('coursepro');
  const left = { coursepro_tenant: { worker_environment_id: null } };
  expect((await api.send('PATCH', `/api/tenant/${id}`, left)).statusCode).toBe(200);
  t.clock.advance(1000);
  expect(await work()).toBe(1);
  expect(asked).toEqual(['eu-worker-1']);
  await save('2', 'coursepro');
  expect(await state('coursepro')).toBe('waiting');
});
