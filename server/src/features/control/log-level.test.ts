import type { Role } from '@mission-control/contract/call';
import { formatReturn } from '@mission-control/contract/control/rules';
import type { LogLevel, TenantLogLevel } from '@mission-control/contract/control/schema';
import { and, asc, eq, like } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { tenants, tenantServices } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { createJobQueue } from '../../platform/jobs/boss.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { addTenant, createFleet, HOSTS, published } from '../config/testing/config-fleet.ts';
import { withFailure, type Failure } from '../config/testing/failing-port.ts';
import { controlFeature } from './feature.ts';
import { publishControlFile } from './publish-control-file.ts';
import { restoreLogLevel } from './restore-log-level.ts';
import { revertAtTime, revertOverdue } from './revert-log-levels.ts';
import { setLogLevel } from './set-log-level.ts';
import { temporaryLogLevels } from './tables.ts';
import { controlText, runDueJobs, startWorker } from './testing/due-jobs.ts';

const MINUTE = 60_000;
const t = setUpTestCtx(createFleet);
let amelia: Ctx;
let app: FastifyInstance;
let id: number;
beforeAll(() => {
  amelia = t.as({ role: 'operator' });
  app = createFeatureApp(t, { name: 'amelia.hart' });
});
afterAll(() => app.close());
beforeEach(async () => {
  id = await addTenant(t);
  t.sent.length = 0;
});

const inMinutes = (minutes: number): Date => new Date(t.clock.now().getTime() + minutes * MINUTE);
const set = (level: LogLevel, minutes: number, ctx = amelia) =>
  setLogLevel(ctx, id, { new: level, return: formatReturn(inMinutes(minutes)) });
const seen = async () =>
  (await ask('GET', `/api/tenant/${id}`)).json<{ tenant: { log_level: TenantLogLevel } }>().tenant.log_level;
const everywhere = (log_level: LogLevel, until: Date | null, deployment_group = 'production') =>
  HOSTS.map(() => controlText(id, { deployment_group, log_level, ends: until ? { log_level: until } : {} }));
const onServers = () => published(t, id, 'coursepro.control.json');
const events = () =>
  t.db
    .select({ action: auditEvents.action, actor: auditEvents.actor })
    .from(auditEvents)
    .where(and(eq(auditEvents.tenantId, id), like(auditEvents.action, 'log-level.%')))
    .orderBy(asc(auditEvents.id));
const actions = async () => (await events()).map((event) => event.action);
const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: unknown, role: Role = 'operator') =>
  app.inject({
    method,
    url,
    headers: { authorization: role, ...(payload !== undefined && { 'content-type': 'application/json' }) },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  });
const send = (method: 'POST' | 'DELETE', payload?: unknown, role: Role = 'operator', tenantId = id) =>
  ask(method, `/api/tenant/${tenantId}/loglevel`, payload, role);

describe('setting a temporary level', () => {
  it('applies for the chosen minutes, on the servers too, and states what is restored and when [LOG-07] [LOG-09]', async () => {
    const until = inMinutes(5);
    const answer = await set('DEBUG', 5);
    expect(answer).toEqual({
      log_level: {
        current_level: 'DEBUG',
        new_level: 'INFO',
        changes: until.toISOString(),
        set_at: t.clock.now().toISOString(),
        set_by: 'amelia.hart',
        server_time: t.clock.now().toISOString(),
      },
    });
    expect(await seen()).toEqual(answer.log_level);
    expect(onServers()).toEqual(everywhere('DEBUG', until));
    expect(await events()).toEqual([{ action: 'log-level.set', actor: 'amelia.hart' }]);
  });

  it('takes {new, return} and returns {warning?, log_level} [LOG-01] [LOG-02]', async () => {
    const answer = await send('POST', { new: 'NOTICE', return: formatReturn(inMinutes(15)) });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      log_level: { current_level: 'NOTICE', changes: inMinutes(15).toISOString() },
    });
    expect(answer.json()).not.toHaveProperty('warning');
    const moved = await send('POST', { new: 'NOTICE', return: formatReturn(inMinutes(400)) });
    expect(moved.json()).toMatchObject({
      warning: expect.stringContaining(`INFO returns at ${formatReturn(inMinutes(180))} UTC`) as string,
      log_level: { changes: inMinutes(180).toISOString() },
    });
    expect(onServers()).toEqual(everywhere('NOTICE', inMinutes(180)));
    expect((await send('POST', { new: 'ERROR', return: formatReturn(inMinutes(-1)) })).json()).not.toHaveProperty(
      'warning',
    );
    expect(await seen()).toMatchObject({ current_level: 'ERROR', changes: inMinutes(1).toISOString() });
  });

  it('refuses an invalid time or level, a tenant without CoursePro, an unknown tenant, and a viewer', async () => {
    const soon = formatReturn(inMinutes(5));
    const codes = [];
    for (const body of [{ new: 'DEBUG', return: 'soon' }, { new: 'TRACE', return: soon }, { new: 'DEBUG' }, {}]) {
      codes.push((await send('POST', body)).statusCode);
    }
    codes.push((await send('POST', { new: 'DEBUG', return: soon }, 'operator', 999_999)).statusCode);
    codes.push((await send('DELETE', undefined, 'operator', 999_999)).statusCode);
    codes.push((await send('POST', { new: 'DEBUG', return: soon }, 'viewer')).statusCode);
    await t.db
      .delete(tenantServices)
      .where(and(eq(tenantServices.tenantId, id), eq(tenantServices.service, 'coursepro')));
    codes.push((await send('POST', { new: 'DEBUG', return: soon })).statusCode, (await send('DELETE')).statusCode);
    expect(codes).toEqual([400, 400, 400, 400, 404, 404, 403, 422, 422]);
    expect(await events()).toEqual([]);
  });

  it('keeps the level to restore when it is set again or set to the permanent level', async () => {
    await t.db.update(tenants).set({ logLevel: 'WARNING' }).where(eq(tenants.id, id));
    await set('DEBUG', 5);
    await set('ERROR', 30);
    expect(await seen()).toMatchObject({ current_level: 'ERROR', new_level: 'WARNING' });
    await set('WARNING', 1);
    expect(await seen()).toMatchObject({ current_level: 'WARNING', new_level: 'WARNING' });
    expect(onServers()).toEqual(everywhere('WARNING', inMinutes(1)));
  });
});

describe('the end of a temporary level', () => {
  it('happens at once on request, idempotently', async () => {
    await set('DEBUG', 60);
    expect((await send('DELETE')).json()).toMatchObject({ log_level: { current_level: 'INFO', changes: null } });
    expect((await send('DELETE')).statusCode).toBe(200);
    expect(onServers()).toEqual(everywhere('INFO', null));
    t.clock.advance(61 * MINUTE);
    await runDueJobs(t);
    expect(await actions()).toEqual(['log-level.set', 'log-level.restored']);
  });

  it('shows the previous level at once, and the job publishes it to the servers [LOG-10]', async () => {
    await set('DEBUG', 1);
    t.clock.advance(MINUTE - 1);
    await runDueJobs(t);
    expect(await seen()).toMatchObject({ current_level: 'DEBUG', new_level: 'INFO' });
    t.clock.advance(1);
    expect(await seen()).toMatchObject({ current_level: 'INFO', new_level: null, changes: null });
    await runDueJobs(t);
    expect(onServers()).toEqual(everywhere('INFO', null));
    expect(await events()).toEqual([
      { action: 'log-level.set', actor: 'amelia.hart' },
      { action: 'log-level.reverted', actor: 'log-level' },
    ]);
  });

  it('happens in the sweep of a worker that starts later', async () => {
    await set('DEBUG', 5);
    t.sent.length = 0;
    t.clock.advance(7 * MINUTE);
    await startWorker(t);
    expect(onServers()).toEqual(everywhere('INFO', null));
    expect(await actions()).toEqual(['log-level.set', 'log-level.reverted']);
  });

  it('happens in another process on the same database that starts later (R13)', async () => {
    await set('DEBUG', 5);
    t.clock.advance(7 * MINUTE);
    const queue = createJobQueue(t.open, t.log, true);
    const other = { ...t, jobs: queue };
    const started = new Promise<void>((resolve) => {
      const kinds = controlFeature.jobs(other).map((kind) => ({
        ...kind,
        run: async (data: object) => {
          await kind.run(data);
          if (kind.atStart) resolve();
        },
      }));
      void queue.prepare(kinds).then(() => queue.work(kinds));
    });
    await started;
    await queue.stop(5_000);
    expect(onServers()).toEqual(everywhere('INFO', null));
    expect(await actions()).toEqual(['log-level.set', 'log-level.reverted']);
  });

  it('happens once with concurrent workers', async () => {
    await set('DEBUG', 5);
    t.clock.advance(5 * MINUTE);
    await Promise.all([revertOverdue(t), revertOverdue({ ...t }), runDueJobs(t)]);
    expect(await actions()).toEqual(['log-level.set', 'log-level.reverted']);
  });

  it('waits for the new end of an extended level', async () => {
    await set('DEBUG', 5);
    await set('DEBUG', 30);
    t.clock.advance(10 * MINUTE);
    await runDueJobs(t);
    expect(await seen()).toMatchObject({ current_level: 'DEBUG' });
    t.clock.advance(20 * MINUTE);
    await runDueJobs(t);
    expect(await actions()).toEqual(['log-level.set', 'log-level.set', 'log-level.reverted']);
  });

  it('does not happen for a level extended while a worker runs', async () => {
    await set('DEBUG', 5);
    t.clock.advance(5 * MINUTE);
    let prolonged = false;
    const transaction: Ctx['db']['transaction'] = async (run) => {
      if (!prolonged) await set('NOTICE', 10);
      prolonged = true;
      return t.db.transaction(run);
    };
    await revertOverdue({ ...t, db: Object.assign(Object.create(t.db) as Ctx['db'], { transaction }) });
    expect(await seen()).toMatchObject({ current_level: 'NOTICE' });
    expect(await actions()).toEqual(['log-level.set', 'log-level.set']);
  });

  it('does not wait for one that fails, which is left to the sweep', async () => {
    await t.db.delete(temporaryLogLevels);
    await set('DEBUG', 5);
    const until = inMinutes(5).toISOString();
    await setLogLevel(amelia, await addTenant(t), { new: 'DEBUG', return: formatReturn(inMinutes(5)) });
    t.clock.advance(5 * MINUTE);
    t.sent.length = 0;
    const failing = (count: number) => {
      let left = count;
      const transaction: Ctx['db']['transaction'] = (run) => {
        left -= 1;
        return left >= 0 ? Promise.reject(new Error('The database fails.')) : t.db.transaction(run);
      };
      return { ...t, db: Object.assign(Object.create(t.db) as Ctx['db'], { transaction }) };
    };
    await revertAtTime(failing(2), { tenant_id: id, until });
    expect(t.sent).toEqual([]);
    await revertOverdue(failing(1));
    expect(await t.db.$count(temporaryLogLevels)).toBe(1);
    await revertOverdue(t);
    expect(await t.db.$count(temporaryLogLevels)).toBe(0);
  });

  it('happens in time even if the queue starts the job too early', async () => {
    await set('DEBUG', 5);
    const early = t.sent.find((job) => job.name === 'log-level.revert');
    t.sent.length = 0;
    if (early) t.sent.push({ name: early.name, data: early.data });
    t.clock.advance(5 * MINUTE - 1000);
    await runDueJobs(t);
    expect(await seen()).toMatchObject({ current_level: 'DEBUG' });
    t.clock.advance(1000);
    await runDueJobs(t);
    expect(await actions()).toEqual(['log-level.set', 'log-level.reverted']);
  });

  it('is left to the job of the newest end', async () => {
    await set('DEBUG', 5);
    const earlier = t.sent.filter((job) => job.name === 'log-level.revert');
    await set('DEBUG', 15);
    t.sent.length = 0;
    t.sent.push(...earlier.map(({ name, data }) => ({ name, data })));
    await runDueJobs(t);
    expect(t.sent).toEqual([]);
  });
});

describe('a server that does not confirm', () => {
  const fullDisk: Failure = (step, host) =>
    step === 'stage' && host === 'eu-web-2' ? { error: 'The disk is full.' } : undefined;

  it('is named in the warning while the others confirm and the job retries [LOG-01]', async () => {
    const ctx = withFailure(amelia, fullDisk);
    expect((await set('DEBUG', 5, ctx)).warning).toMatch(/^Not confirmed yet by eu-web-2 \(The disk is full\)\./);
    const [first, , third] = everywhere('DEBUG', inMinutes(5));
    expect(onServers()).toEqual([first, null, third]);
    t.clock.advance(5_000);
    const [job] = t.sent.filter(({ name }) => name === 'control.publish');
    await expect(runDueJobs(t, ctx)).rejects.toMatchObject({ code: 'target_failed' });
    t.sent.push({ name: 'control.publish', data: job?.data ?? {} });
    await runDueJobs(t);
    expect(onServers()[1]).toBe(first);
  });

  it('gets the state as of when the job runs, not when it was queued', async () => {
    await set('DEBUG', 5, withFailure(amelia, fullDisk));
    await restoreLogLevel(withFailure(amelia, fullDisk), id);
    t.clock.advance(MINUTE);
    await runDueJobs(t);
    expect(onServers()).toEqual(everywhere('INFO', null));
  });
});

describe('publishing the control file', () => {
  it('ends with the newest content even if an older publish writes last', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const real = t.ports.configPublishing;
    const slow: Ctx = {
      ...amelia,
      ports: {
        ...t.ports,
        configPublishing: {
          ...real,
          activate: async (target, file, publication) => {
            await held;
            return real.activate(target, file, publication);
          },
        },
      },
    };
    const older = set('DEBUG', 5, slow);
    while ((await seen()).current_level !== 'DEBUG') await Promise.resolve();
    await set('ERROR', 10);
    release();
    await older;
    expect(onServers()).toEqual(everywhere('ERROR', inMinutes(10)));
  });

  it('removes the file of a deleted tenant, and publishes it again after a restore', async () => {
    await set('DEBUG', 5);
    await t.db.update(tenants).set({ deletedAt: t.clock.now(), deletedBy: 'test' }).where(eq(tenants.id, id));
    await publishControlFile(t, id);
    expect(onServers()).toEqual([null, null, null]);
    await t.db.update(tenants).set({ deletedAt: null, deletedBy: null }).where(eq(tenants.id, id));
    expect((await publishControlFile(t, id)).servers).toEqual(HOSTS.map((host) => ({ host, ok: true })));
    expect(onServers()).toEqual(everywhere('DEBUG', inMinutes(5)));
  });

  it('follows the tenant to other servers, leaving nothing on the former ones', async () => {
    await set('DEBUG', 5);
    const until = inMinutes(5);
    await ask('PATCH', `/api/tenant/${id}`, { coursepro_tenant: { worker_environment_id: null } });
    t.clock.advance(5_000);
    await runDueJobs(t);
    const [first, second] = everywhere('DEBUG', until);
    expect(onServers()).toEqual([first, second, null]);
    await ask('DELETE', `/api/tenant/${id}/coursepro`);
    t.clock.advance(5_000);
    await runDueJobs(t);
    expect(onServers()).toEqual([null, null, null]);
  });
});
