import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { createTenantApi } from '../../tenants/testing/tenant-api.ts';
import { getConfigState } from '../get-config.ts';
import { addTenant, constant, createFleet, expireLeases, published, saveDiff } from '../testing/config-fleet.ts';
import { ProcessDied, withFailure } from '../testing/failing-port.ts';
import { runConfigJobs } from '../testing/run-config-jobs.ts';
import { commitConfig } from './commit-config.ts';
import { followTenant } from './follow-tenant.ts';
import { clearCommitted } from './queries-withdrawals.ts';
import { resumePublications } from './resume-publications.ts';

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
let api: ReturnType<typeof createTenantApi>;
let id: number;
beforeAll(() => {
  amelia = t.as({ role: 'operator' });
  api = createTenantApi(t);
});
afterAll(() => api.close());
/** A tenant whose CoursePro config is committed; its Insight config is only saved, and a server has a file from before the console. */
beforeEach(async () => {
  id = await addTenant(t);
  for (const service of ['coursepro', 'insight'] as const)
    await saveDiff(amelia, id, { added: [constant('A', '1')] }, service);
  await commit('coursepro');
  const file = join(folder(), 'insight.env');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'BY_HAND="1"');
  t.sent.length = 0;
  t.clock.advance(1000);
});

const commit = (service: 'coursepro' | 'insight', ctx = amelia) => commitConfig(ctx, { params: { id, service } });
const folder = () => join(t.fleetDir, 'eu-web-1', 'config', 'tenants', String(id));
const insight = () => published(t, id, 'insight.env');
const BY_HAND = ['BY_HAND="1"', null, null];
async function send(method: 'DELETE' | 'POST' | 'PATCH', path = '', body?: object): Promise<void> {
  expect((await api.send(method, `/api/tenant/${id}${path}`, body)).statusCode).toBe(200);
}
const remove = () => send('DELETE');
const restore = () => send('POST', '/restore');
const work = () => runConfigJobs(t, amelia);

describe('a file from before the console, of a config that was never committed,', () => {
  it('stays when its tenant is deleted, and when the tenant is restored', async () => {
    await remove();
    await work();
    expect([published(t, id), insight()]).toEqual([[null, null, null], BY_HAND]);
    await restore();
    await work();
    expect(insight()).toEqual(BY_HAND);
  });

  it('stays when its tenant is deleted and restored before the jobs run', async () => {
    await remove();
    await restore();
    await work();
    expect(insight()).toEqual(BY_HAND);
  });

  it('stays when its tenant is deleted after a commit that replaced no file', async () => {
    const failing = withFailure(amelia, (step, host) =>
      step === 'stage' && host === 'eu-web-2' ? { error: 'Full.' } : undefined,
    );
    await expect(commit('insight', failing)).rejects.toMatchObject({ details: { state: 'untouched' } });
    await remove();
    await work();
    expect(insight()).toEqual(BY_HAND);
  });

  it('stays, without the staged one, when its tenant is deleted after the process of a first commit died', async () => {
    const dying = withFailure(amelia, (step) => (step === 'verify' ? 'die-before' : undefined));
    await expect(commit('insight', dying)).rejects.toThrow(ProcessDied);
    expect(readdirSync(folder())).toHaveLength(3);
    await expireLeases(t);
    await remove();
    await work();
    expect(await resumePublications(t)).toBe(1);
    await work();
    expect(insight()).toEqual(BY_HAND);
    expect([t.sent, readdirSync(folder())]).toEqual([[], ['insight.env']]);
  });
});

it('A file published by a first commit that ends after its tenant was deleted is removed.', async () => {
  const port = t.ports.configPublishing;
  let deleted = false;
  const slow: typeof port = {
    ...port,
    stage: async (...file) => {
      if (!deleted) {
        deleted = true;
        await remove();
        await work();
      }
      return port.stage(...file);
    },
  };
  await commit('insight', { ...amelia, ports: { ...t.ports, configPublishing: slow } });
  expect(insight()).toEqual([expect.any(String), expect.any(String), null]);
  await work();
  expect(insight()).toEqual([null, null, null]);
});

it('A file published before a service was deleted and added again is removed with the tenant.', async () => {
  await commit('insight');
  t.clock.advance(1000);
  await inUnauditedTransaction(amelia, ({ db }) => clearCommitted(db, { tenantId: id, kind: 'insight' }));
  await remove();
  await work();
  expect(insight()).toEqual([null, null, null]);
});

describe('a withdrawal whose process died', () => {
  /** The process dies while withdrawing CoursePro from the worker, which its service has left. */
  const die = async () => {
    await send('PATCH', '', { coursepro_tenant: { worker_environment_id: null } });
    t.sent.length = 0;
    const dying = withFailure(amelia, (step) => (step === 'withdraw' ? 'die-before' : undefined));
    await expect(followTenant(dying, id, 'coursepro')).rejects.toMatchObject({ code: 'target_failed' });
    await expireLeases(t);
  };

  it('is finished without removing a file from before the console', async () => {
    await die();
    expect(await resumePublications(t)).toBe(1);
    await work();
    expect(published(t, id)).toEqual([expect.any(String), expect.any(String), null]);
    expect(insight()).toEqual(BY_HAND);
  });

  it('is finished without publishing another config, whose last commit ended part-way', async () => {
    const failing = withFailure(amelia, (step, host) =>
      step === 'activate' && host === 'eu-web-2' ? { error: 'Full.' } : undefined,
    );
    await commit('insight');
    await saveDiff(amelia, id, { changed: [constant('A', '2')] }, 'insight');
    await expect(commit('insight', failing)).rejects.toMatchObject({ details: { state: 'differ' } });
    const before = insight();
    await die();
    expect(await resumePublications(t)).toBe(1);
    await work();
    expect(insight()).toEqual(before);
    const state = await getConfigState(amelia, { params: { id, service: 'insight' } });
    expect(state).toMatchObject({ committed_hash: null, committed_revision: 1 });
  });

  it('is finished for a tenant that is deleted meanwhile', async () => {
    await die();
    await remove();
    t.sent.length = 0;
    expect(await resumePublications(t)).toBe(1);
    await work();
    expect([published(t, id), insight()]).toEqual([[null, null, null], BY_HAND]);
  });
});
