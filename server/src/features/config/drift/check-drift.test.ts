import { and, asc, eq, like } from 'drizzle-orm';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tenants } from '../../../fleet/tables.ts';
import { TOPIC } from '@mission-control/contract/topics';
import { auditEvents } from '../../../platform/audit/tables.ts';
import { topicVersions } from '../../../platform/events/tables.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { createLog } from '../../../platform/log/log.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import type { ConfigPublishing } from '../../../ports/config-publishing/port.ts';
import { commitConfig } from '../publish/commit-config.ts';
import { configs, publications } from '../tables.ts';
import { addTenant, constant, createFleet, HOSTS, published, saveDiff } from '../testing/config-fleet.ts';
import { checkConfig } from './check-config.ts';
import { checkDrift } from './check-drift.ts';
import { noteDrift } from './check-drift-note.ts';
import { readAll } from './check-drift-read.ts';
import { listDrift } from './list-drift.ts';
import { driftOf, listDriftsOf } from './queries-drift.ts';

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
let id: number;
beforeAll(() => void (amelia = t.as({ role: 'operator' })));
beforeEach(async () => {
  // The configs of earlier tests are not due.
  t.clock.advance(60 * 60_000);
  await t.db.update(tenants).set({ deletedAt: t.clock.now() });
  id = await addTenant(t);
  await saveDiff(amelia, id, { changed: [constant('A', '1')] });
  await commitConfig(amelia, { params: { id, service: 'coursepro' } });
});

const fileAt = (host: string, file = 'coursepro.php') => join(t.fleetDir, host, 'config', 'tenants', String(id), file);
const tamper = (host: string, text = 'changed by hand') => writeFileSync(fileAt(host), text);
const check = async (ctx: Ctx = t, unreadable = new Set<string>()) => {
  t.clock.advance(10 * 60_000);
  return checkDrift(ctx, unreadable);
};
const drift = async () => driftOf(await listDriftsOf(t.db, { tenantId: id, kind: 'coursepro' }));
const driftEvents = async () => {
  const events = await t.db
    .select({ action: auditEvents.action, actor: auditEvents.actor, after: auditEvents.after })
    .from(auditEvents)
    .where(and(eq(auditEvents.tenantId, id), like(auditEvents.action, 'config.drift%')))
    .orderBy(asc(auditEvents.id));
  return events.map(({ action, actor, after }) => ({ action, actor, hosts: (after as { hosts: unknown }).hosts }));
};
/** The real port with a replaced `read`. */
const reading = (read: ConfigPublishing['read']): Ctx => ({
  ...t,
  ports: { ...t.ports, configPublishing: { ...t.ports.configPublishing, read } },
});
const really = (host: string, path: string) => t.ports.configPublishing.read({ host }, path);

describe('reading the published files back', () => {
  it('finds no drift if every server has the committed file', async () => {
    expect(await check()).toEqual({ checked: 1, news: 0 });
    expect([await drift(), await driftEvents()]).toEqual([null, []]);
  });

  it('names the servers whose file was changed or removed, and records it once', async () => {
    tamper('eu-web-2');
    rmSync(fileAt('eu-worker-1'));
    expect(await check()).toEqual({ checked: 1, news: 1 });
    const foundAt = t.clock.now().toISOString();
    expect(await drift()).toEqual({ hosts: ['eu-web-2', 'eu-worker-1'], missing: 0, found_at: foundAt });
    const hosts = ['eu-web-2', 'eu-worker-1'];
    expect(await driftEvents()).toEqual([{ action: 'config.drift-found', actor: 'config', hosts }]);
    expect(await check()).toEqual({ checked: 1, news: 0 });
    expect(await driftEvents()).toHaveLength(1);
    expect((await drift())?.found_at).toBe(foundAt);
  });

  it('leaves drift that another process found gone meanwhile to the next check', async () => {
    const place = { tenantId: id, kind: 'coursepro' } as const;
    const committed = readFileSync(fileAt('eu-web-1'));
    tamper('eu-web-1');
    await check();
    const [row] = await listDriftsOf(t.db, place);
    writeFileSync(fileAt('eu-web-1'), committed);
    await check();
    const [config] = await t.db.select().from(configs).where(eq(configs.tenantId, id));
    if (!row || !config) throw new Error('There is no drift.');
    const stale = { ...place, ...config, hosts: ['eu-web-1'] };
    const content = Buffer.from('changed by hand');
    const found = await noteDrift(
      t,
      stale,
      [{ host: row.host, hash: row.hash, content }],
      [{ ...row, differences: null }],
    );
    expect([found, await drift()]).toEqual([false, null]);
    expect((await driftEvents()).map(({ action }) => action)).toEqual(['config.drift-found', 'config.drift-gone']);
  });

  it('records which servers have drifted since and which are back to normal', async () => {
    tamper('eu-web-1');
    await check();
    const committed = published(t, id)[1] ?? '';
    writeFileSync(fileAt('eu-web-1'), committed);
    tamper('eu-web-2');
    await check();
    expect((await driftEvents()).slice(1)).toEqual([
      { action: 'config.drift-found', actor: 'config', hosts: ['eu-web-2'] },
      { action: 'config.drift-gone', actor: 'config', hosts: ['eu-web-1'] },
    ]);
    expect((await drift())?.hosts).toEqual(['eu-web-2']);
  });

  it('is repaired by a commit, although the saved config is already committed', async () => {
    tamper('eu-web-1');
    await check();
    await commitConfig(amelia, { params: { id, service: 'coursepro' } });
    expect(await drift()).toBeNull();
    expect(new Set(published(t, id)).size).toBe(1);
    expect(await check()).toEqual({ checked: 1, news: 0 });
  });

  it('keeps the known drift of an unreadable server, and warns once until it is readable again', async () => {
    tamper('eu-web-1');
    await check();
    const lines: { level: string; msg: string }[] = [];
    const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
    const broken: Ctx = {
      ...reading(async (target, path) => {
        if (target.host === 'eu-web-1') return t.ports.configPublishing.read({ host: '..' }, path);
        return really(target.host, path);
      }),
      log,
    };
    const unreadable = new Set<string>();
    await check(broken, unreadable);
    await check(broken, unreadable);
    expect((await drift())?.hosts).toEqual(['eu-web-1']);
    expect(lines.map(({ level }) => level)).toEqual(['warn']);
    await check({ ...t, log }, unreadable);
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'info']);
    expect((await driftEvents()).map(({ action }) => action)).toEqual(['config.drift-found']);
  });

  it('does not count configs as committed, or as without a file, while a server cannot be read', async () => {
    const counts = async () => {
      const { same, nothing, unreadable, unread } = await listDrift(t);
      return { same, nothing, unreadable, unread };
    };
    expect(await counts()).toEqual({ same: 0, nothing: 0, unreadable: 0, unread: 4 });
    const silent = (host: string) =>
      reading((target, path) =>
        target.host === host
          ? Promise.reject(new AppError('target_failed', 'No response.'))
          : really(target.host, path),
      );
    const version = () => t.db.select().from(topicVersions).where(eq(topicVersions.topic, TOPIC.tenants));
    const before = await version();
    await check(silent('eu-web-1'));
    // No row of the tenant list shows it.
    expect(await version()).toEqual(before);
    // Strive has no server.
    expect(await counts()).toEqual({ same: 0, nothing: 1, unreadable: 3, unread: 0 });
    await check();
    expect(await counts()).toEqual({ same: 1, nothing: 3, unreadable: 0, unread: 0 });
    await checkConfig({ ...amelia, ports: silent('eu-web-2').ports }, { params: { id, service: 'coursepro' } });
    expect(await counts()).toEqual({ same: 0, nothing: 3, unreadable: 1, unread: 0 });
    // As an interrupted commit leaves it.
    await t.db.update(configs).set({ serversDiffer: true }).where(eq(configs.tenantId, id));
    expect(await counts()).toEqual({ same: 0, nothing: 3, unreadable: 0, unread: 1 });
  });

  it('distinguishes an unreadable file from the others on its server', async () => {
    rmSync(fileAt('eu-web-1'));
    symlinkSync('/etc/hostname', fileAt('eu-web-1'));
    const { servers } = await checkConfig(amelia, { params: { id, service: 'coursepro' } });
    expect(servers).toMatchObject([
      { host: 'eu-web-1', state: 'unreadable', error: expect.stringContaining('symbolic link') as string },
      { host: 'eu-web-2', state: 'same' },
      { host: 'eu-worker-1', state: 'same' },
    ]);
  });

  it('drops readings if somebody committed in the meantime', async () => {
    tamper('eu-web-1');
    let once = true;
    const late = reading(async (target, path) => {
      const content = await really(target.host, path);
      if (once) {
        once = false;
        await commitConfig(amelia, { params: { id, service: 'coursepro' } });
      }
      return content;
    });
    expect(await check(late)).toEqual({ checked: 1, news: 0 });
    expect([await drift(), await driftEvents()]).toEqual([null, []]);
  });

  const startPublication = (owner: string) =>
    t.db.insert(publications).values({
      id: t.random.uuid(),
      tenantId: id,
      kind: 'coursepro',
      revision: 1,
      hash: 'ab',
      state: 'running',
      requestedBy: 'amelia',
      startedAt: t.clock.now(),
      owner,
      leaseUntil: new Date(t.clock.now().getTime() + 60 * 60_000),
    });

  it('drops readings if a publication began in the meantime', async () => {
    tamper('eu-web-1');
    let once = true;
    const late = reading(async (target, path) => {
      if (once) {
        once = false;
        await startPublication('another process');
      }
      return really(target.host, path);
    });
    expect(await check(late)).toEqual({ checked: 1, news: 0 });
    expect([await drift(), await driftEvents()]).toEqual([null, []]);
  });

  it('does not read the files of a config while it is published', async () => {
    tamper('eu-web-1');
    await startPublication('another process');
    expect(await check()).toEqual({ checked: 0, news: 0 });
  });

  it('drops readings if the tenant was deleted in the meantime', async () => {
    const late = reading(async () => {
      await t.db.update(tenants).set({ deletedAt: t.clock.now() }).where(eq(tenants.id, id));
      return null;
    });
    expect(await check(late)).toEqual({ checked: 1, news: 0 });
    expect(await driftEvents()).toEqual([]);
    expect(await check()).toEqual({ checked: 0, news: 0 });
  });

  it('skips configs that are uncommitted, partly committed or recently checked', async () => {
    expect(await check()).toMatchObject({ checked: 1 });
    expect(await checkDrift(t, new Set())).toMatchObject({ checked: 0 });
    await t.db.update(configs).set({ serversDiffer: true }).where(eq(configs.tenantId, id));
    expect(await check()).toMatchObject({ checked: 0 });
    await expect(checkConfig(amelia, { params: { id, service: 'coursepro' } })).rejects.toMatchObject({
      code: 'refused',
    });
    await expect(checkConfig(amelia, { params: { id, service: 'insight' } })).rejects.toMatchObject({
      code: 'refused',
    });
    await expect(checkConfig(amelia, { params: { id, service: 'homeportal' } })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('reads each config from the servers of its own service', async () => {
    await saveDiff(amelia, id, { added: [constant('DB_HOST', 'x')] }, 'insight');
    await commitConfig(amelia, { params: { id, service: 'insight' } });
    const asked: string[] = [];
    const noting = reading(async (target, path) => {
      asked.push(path);
      return really(target.host, path);
    });
    await check(noting);
    expect(asked.toSorted()).toEqual([
      ...HOSTS.map(() => `tenants/${id}/coursepro.php`),
      ...HOSTS.slice(0, 2).map(() => `tenants/${id}/insight.env`),
      // Never committed: looks for a file that predates the console.
      ...HOSTS.map(() => `tenants/${id}/licence.json`),
    ]);
  });

  it('reads from all servers, but at most 32 files concurrently, so that requests are not blocked', async () => {
    let [now, peak] = [0, 0];
    const ctx = reading(async () => {
      peak = Math.max(peak, (now += 1));
      await setImmediate();
      now -= 1;
      return null;
    });
    const hosts = Array.from({ length: 50 }, (_, index) => `eu-web-${index}`);
    const config = { tenantId: 1, kind: 'coursepro' as const, committedHash: null, committedAt: null, hosts };
    const checks = Array.from({ length: 6 }, () => ({ ...config }));
    const readings = await readAll(ctx, checks);
    expect(
      checks.map((one) =>
        readings
          .get(one)
          ?.map(({ host }) => host)
          .toSorted(),
      ),
    ).toEqual(checks.map(() => hosts.toSorted()));
    expect(peak).toBe(32);
  });

  it('skips an unresponsive server after a few failures in a run', async () => {
    const others = await Promise.all(Array.from({ length: 12 }, () => addTenant(t)));
    for (const other of others) {
      await saveDiff(amelia, other, { changed: [constant('A', '1')] });
      await commitConfig(amelia, { params: { id: other, service: 'coursepro' } });
    }
    let asked = 0;
    const dead = reading(async (target, path) => {
      if (target.host !== 'eu-web-1') return really(target.host, path);
      asked += 1;
      return t.ports.configPublishing.read({ host: '..' }, path);
    });
    expect(await check(dead)).toEqual({ checked: 13, news: 0 });
    expect(asked).toBeLessThan(8);
    expect(await listDrift(t)).toMatchObject({ rows: [], same: 0 });
  });
});

describe('Check now', () => {
  it('returns the state of each server and records it with the name of the user', async () => {
    tamper('eu-web-2');
    rmSync(fileAt('eu-worker-1'));
    const now = t.clock.now().toISOString();
    expect(await checkConfig(amelia, { params: { id, service: 'coursepro' } })).toEqual({
      checked_at: now,
      drift: { hosts: ['eu-web-2', 'eu-worker-1'], missing: 0, found_at: now },
      servers: [
        { host: 'eu-web-1', state: 'same' },
        { host: 'eu-web-2', state: 'changed' },
        { host: 'eu-worker-1', state: 'missing' },
      ],
    });
    expect((await driftEvents()).map(({ action, actor }) => [action, actor])).toEqual([
      ['config.drift-found', 'amelia.hart'],
    ]);
  });
});
