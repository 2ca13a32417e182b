import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { environments, servers } from '../../../fleet/tables.ts';
import { auditEvents } from '../../../platform/audit/tables.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { createTenantApi } from '../../tenants/testing/tenant-api.ts';
import { publishControlFile, publishUntilConfirmed, type ControlJob } from '../../control/public.ts';
import { noteMissing } from '../drift/queries-new-servers.ts';
import { getConfigState } from '../get-config.ts';
import { publications } from '../tables.ts';
import { addTenant, constant, createFleet, expireLeases, HOSTS, published, saveDiff } from '../testing/config-fleet.ts';
import { withFailure } from '../testing/failing-port.ts';
import { runConfigJobs } from '../testing/run-config-jobs.ts';
import { commitConfig } from './commit-config.ts';
import { resumePublications } from './resume-publications.ts';

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
let api: ReturnType<typeof createTenantApi>;
let id: number;
beforeAll(async () => {
  const other = { instanceId: 'j', groupName: 'green', regionId: 1, fqdn: 'y.example', type: 2 };
  await t.db.insert(environments).values({ ...other, id: 4, name: 'eu-staging-worker' });
  await t.db.insert(servers).values({ host: 'eu-worker-2', environmentId: 4 });
  amelia = t.as({ role: 'operator' });
  api = createTenantApi(t);
});
afterAll(() => api.close());
/** A tenant whose CoursePro config is committed to both web servers and the worker. */
beforeEach(async () => {
  id = await addTenant(t);
  await saveDiff(amelia, id, { added: [constant('A', '1')] });
  await commitConfig(amelia, { params: { id, service: 'coursepro' } });
  t.sent.length = 0;
});

const ALL = [...HOSTS, 'eu-worker-2'];
const having = () => {
  const files = published(t, id, 'coursepro.php', ALL);
  return ALL.filter((_host, index) => files[index] !== null);
};
const moveWorker = async (environment: number | null) => {
  const answer = await api.send('PATCH', `/api/tenant/${id}`, {
    coursepro_tenant: { worker_environment_id: environment },
  });
  expect(answer.statusCode).toBe(200);
};
/** State after an import: the config is committed, but has no publication. */
const forgetPublications = () => t.db.delete(publications).where(eq(publications.tenantId, id));
const save = (value: string) => saveDiff(amelia, id, { changed: [constant('A', value)] });
const commit = () => commitConfig(amelia, { params: { id, service: 'coursepro' } });
const state = () => getConfigState(amelia, { params: { id, service: 'coursepro' } });
const work = (ctx: Ctx = amelia) => runConfigJobs(t, ctx);
const actions = async () =>
  (
    await t.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(and(eq(auditEvents.tenantId, id), inArray(auditEvents.action, ['config.withdrawn', 'config.republished'])))
      .orderBy(asc(auditEvents.id))
  ).map(({ action }) => action);

describe('the published files of a service that moves to other servers', () => {
  it('stay on the former servers until a commit has published them to the new ones', async () => {
    await moveWorker(4);
    await work();
    expect(having()).toEqual(HOSTS);
    expect(await state()).toMatchObject({ committed_hash: null, committed_revision: 1, changes_waiting: 0 });
    t.clock.advance(1000);
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    expect(having()).toEqual(ALL);
    t.clock.advance(1000);
    await work();
    expect(having()).toEqual(['eu-web-1', 'eu-web-2', 'eu-worker-2']);
    expect(await actions()).toEqual(['config.withdrawn']);
    const { hash } = await state();
    expect(await state()).toMatchObject({ committed_hash: hash });
  });

  it('are missing on the new servers until the commit, and on no server after a move back', async () => {
    const drift = async () =>
      (await api.send('GET', `/api/tenant/${id}`)).json<{ tenant: TenantDetail }>().tenant.config_drift;
    await moveWorker(4);
    expect(await drift()).toEqual({
      coursepro: { hosts: ['eu-worker-2'], missing: 1, found_at: t.clock.now().toISOString() },
    });
    await moveWorker(2);
    expect(await drift()).toEqual({});
    await moveWorker(4);
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    expect(await drift()).toEqual({});
  });

  it('bring the switches to the new server with the commit, if any server has received them', async () => {
    const controlled = () => published(t, id, 'coursepro.control.json', ALL);
    const follow = async () => {
      for (const job of t.sent.splice(0))
        if (job.name === 'control.publish' && 'only_if_told' in job.data)
          await publishUntilConfirmed(amelia, job.data as ControlJob);
    };
    await moveWorker(4);
    t.sent.length = 0;
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    await follow();
    expect(controlled()).toEqual([null, null, null, null]);

    await publishControlFile(amelia, id);
    await moveWorker(2);
    t.sent.length = 0;
    await t.db.insert(servers).values({ host: 'eu-web-new', environmentId: 1 });
    await noteMissing(
      t.db as unknown as Transaction,
      [{ tenantId: id, kind: 'coursepro' }],
      ['eu-web-new'],
      t.clock.now(),
    );
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    await follow();
    expect(published(t, id, 'coursepro.control.json', ['eu-web-new'])[0]).toContain('"maintenance"');
    await t.db.delete(servers).where(eq(servers.host, 'eu-web-new'));
  });

  it('are removed at once if no server lacks them; the config stays committed', async () => {
    await moveWorker(null);
    await work();
    expect(having()).toEqual(['eu-web-1', 'eu-web-2']);
    const { hash } = await state();
    expect(await state()).toMatchObject({ committed_hash: hash });
  });

  it('are also removed from servers written only by the inventory import', async () => {
    await forgetPublications();
    await moveWorker(4);
    t.clock.advance(1000);
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    t.clock.advance(1000);
    await work();
    expect(having()).toEqual(['eu-web-1', 'eu-web-2', 'eu-worker-2']);
    await forgetPublications();
    await moveWorker(null);
    await work();
    expect(having()).toEqual(['eu-web-1', 'eu-web-2']);
    expect(await actions()).toEqual(['config.withdrawn', 'config.withdrawn']);
  });

  it('are removed from an unresponsive server when it responds again, with one job only', async () => {
    await moveWorker(null);
    t.clock.advance(1000);
    await work(
      withFailure(amelia, (step, host) =>
        step === 'withdraw' && host === 'eu-worker-1' ? { error: 'No response.' } : undefined,
      ),
    );
    expect(having()).toEqual(HOSTS);
    t.clock.advance(1000);
    await work();
    expect(having()).toEqual(['eu-web-1', 'eu-web-2']);
    t.clock.advance(1000);
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    expect(t.sent).toEqual([]);
  });

  it('are missing on a server added during a commit', async () => {
    let moved = false;
    const port = t.ports.configPublishing;
    const slow: Ctx = {
      ...amelia,
      ports: {
        ...t.ports,
        configPublishing: {
          ...port,
          activate: async (...args) => {
            if (!moved) await moveWorker(4);
            moved = true;
            return port.activate(...args);
          },
        },
      },
    };
    await commitConfig(slow, { params: { id, service: 'coursepro' } });
    expect((await state()).committed_hash).toBeNull();
  });

  it.each([
    ['continued', async () => void (await resumePublications(t))],
    [
      'given up',
      () =>
        save('3')
          .then(() => resumePublications(t))
          .then(commit),
    ],
    ['replaced by another commit', () => commit()],
  ])('are removed from a server that a process wrote to before it died, if its commit is %s', async (_how, end) => {
    await moveWorker(4);
    await save('2');
    const activated = Promise.withResolvers<undefined>();
    const port = t.ports.configPublishing;
    const activate: typeof port.activate = async (target, ...rest) => {
      await port.activate(target, ...rest);
      if (target.host === 'eu-worker-2') activated.resolve(undefined);
      return new Promise(() => undefined);
    };
    const dying = { ...amelia, ports: { ...t.ports, configPublishing: { ...port, activate } } };
    void commitConfig(dying, { params: { id, service: 'coursepro' } });
    await activated.promise;
    await expireLeases(t);
    await moveWorker(2);
    t.clock.advance(1000);
    await end();
    t.clock.advance(1000);
    await work();
    expect(having()).toEqual(HOSTS);
  });

  it('are left alone by a job that runs after another move', async () => {
    await moveWorker(null);
    await moveWorker(4);
    await work();
    expect(having()).toEqual(HOSTS);
    expect(await actions()).toEqual([]);
  });
});
