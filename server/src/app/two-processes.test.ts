import { ofEachKind } from '@mission-control/contract/competency/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { tenantPatch } from '@mission-control/contract/tenants/patch';
import { and, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { claimUnusedAdmin, createUser, ensureFirstAdmin } from '../features/auth/accounts.ts';
import { changePerson } from '../features/auth/people/people.ts';
import { rotate, startFamily } from '../features/auth/sessions/refresh-tokens.ts';
import { rotateSigningKey, signingKey } from '../features/auth/sessions/signing-keys.ts';
import { signIn } from '../features/auth/sign-in.ts';
import { sessions, users } from '../features/auth/tables.ts';
import { accountKey, countAttempt } from '../features/auth/throttle.ts';
import { saveEmailSettings } from '../features/branding/save-email.ts';
import { saveChoice } from '../features/competency/save-choice.ts';
import { createMapping } from '../features/competency/service.ts';
import { competencyStructures } from '../features/competency/tables.ts';
import { takeUnchecked } from '../features/config/drift/queries-drift.ts';
import { runWithdrawal } from '../features/config/publish/withdraw-configs.ts';
import { configs, publications } from '../features/config/tables.ts';
import { addTenant, constant, createFleet, HOSTS, saveDiff } from '../features/config/testing/config-fleet.ts';
import { setLogLevel } from '../features/control/set-log-level.ts';
import { rollUp } from '../features/monitors/charts/roll-up.ts';
import { switchMonitor } from '../features/monitors/service.ts';
import { monitorRaw, monitors } from '../features/monitors/tables.ts';
import { relations } from '../features/relations/tables.ts';
import { createReportApi } from '../features/reports/testing/report-api.ts';
import { deleteService } from '../features/services/delete-service.ts';
import { restoreService } from '../features/services/restore-service.ts';
import { deleteTenant } from '../features/tenants/delete-tenant.ts';
import { restoreTenant } from '../features/tenants/restore-tenant.ts';
import { updateTenant } from '../features/tenants/update-tenant.ts';
import { tenantServices } from '../fleet/tables.ts';
import { appendImported } from '../platform/audit/append-imported.ts';
import { auditEvents } from '../platform/audit/tables.ts';
import type { Ctx } from '../platform/context.ts';
import { rows, type OpenDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openPostgres } from '../platform/database/postgres/postgres.ts';
import { inUnauditedTransaction } from '../platform/database/transaction.ts';
import { createTestCtx, type TestCtx } from '../platform/testing/test-ctx.ts';
import { createEmbeddedDatabases } from '../ports/tenant-databases/embedded-driver.ts';
import { findPostgres, startPostgres } from '../ports/testing/postgresql.ts';
import { requirePeers } from '../ports/testing/require-peers.ts';

const programs = findPostgres();
const TIMEOUT_MS = 120_000;
requirePeers('Two processes are not tested', programs === undefined ? 'PostgreSQL is not installed' : undefined);

describe.skipIf(programs === undefined)('two processes that change the same row', { timeout: TIMEOUT_MS }, () => {
  let t: TestCtx;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let opened: OpenDatabase[];
  let holder: pg.Client;
  /** Its view stays the same within a transaction, so the holder itself cannot watch. */
  let watcher: pg.Client;
  let both: [Ctx, Ctx];
  let id: number;
  beforeAll(async () => {
    t = await createTestCtx();
    postgres = await startPostgres(programs ?? '');
    opened = [openPostgres(postgres.url, t.log), openPostgres(postgres.url, t.log)];
    const [one, other] = opened.map((open) => ({ ...t.as({}), db: open.db, withLongTimeouts: open.withLongTimeouts }));
    if (!one || !other) throw new Error('two');
    both = [one, other];
    await opened[0]?.withLongTimeouts(() => migrate(one.db));
    await createFleet({ ...t, ...one, clock: t.clock });
    [holder, watcher] = [new pg.Client(postgres.url), new pg.Client(postgres.url)];
    await Promise.all([holder.connect(), watcher.connect()]);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all([holder.end(), watcher.end()]);
    for (const open of opened) await open.close();
    await postgres.stop();
    await t.close();
  }, TIMEOUT_MS);
  beforeEach(async () => void (id = await addTenant({ ...t, ...both[0], clock: t.clock })));

  // A failed test may leave it open.
  afterEach(() => holder.query('rollback'));

  const countWaiting = async (): Promise<number | null> =>
    (await watcher.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).rowCount;
  /** Makes both wait for a lock that a third party takes with this statement, then returns their results. */
  async function meet<T>(statement: string, values: unknown[], work: (ctx: Ctx, at: number) => Promise<T>) {
    await holder.query('begin');
    await holder.query(statement, values);
    const outcomes = Promise.allSettled(both.map((ctx, at) => ctx.withLongTimeouts(() => work(ctx, at))));
    await vi.waitFor(async () => expect(await countWaiting()).toBe(2), { timeout: 20_000 });
    await holder.query('commit');
    return (await outcomes).map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as { code: string })));
  }
  const meetAt = <T>(row: string, values: unknown[], work: (ctx: Ctx, at: number) => Promise<T>) =>
    meet(`${row} for update`, values, work);
  const TENANT = 'select 1 from tenants where id = $1';

  /** Runs the work of a process while another one's change is uncommitted; the change is committed before the work ends. */
  async function behind<T>(change: readonly [string, unknown[]][], work: (ctx: Ctx) => Promise<T>) {
    const [ctx] = both;
    await holder.query('begin');
    for (const [statement, values] of change) expect((await holder.query(statement, values)).rowCount).not.toBe(0);
    let ended = false;
    const outcome = ctx
      .withLongTimeouts(() => work(ctx))
      .catch((error: unknown) => error as { code: string })
      .finally(() => (ended = true));
    // Work that does not wait has not seen the change.
    await vi.waitFor(async () => expect(ended || (await countWaiting()) === 1).toBe(true), { timeout: 20_000 });
    await holder.query('commit');
    return outcome;
  }
  const actionsOf = async (tenantId: number): Promise<string[]> =>
    (await both[0].db.select().from(auditEvents).where(eq(auditEvents.tenantId, tenantId))).map(({ action }) => action);

  it('serialize saves of a config, each based on the previous one', async () => {
    const write = (ctx: Ctx, key: string) => saveDiff(ctx, id, { changed: [constant(key, 'x')] });
    await write(both[0], 'A');
    const saved = await meetAt('select 1 from configs where tenant_id = $1', [id], (ctx, at) => write(ctx, `B${at}`));
    expect(new Set(saved.map((answer) => 'revision' in answer && answer.revision))).toEqual(new Set([2, 3]));
  });

  it('change a tenant based on the version they read: the second gets a conflict', async () => {
    const { tenant } = await updateTenant(both[0], { params: { id }, body: tenantPatch.parse({ status: false }) });
    const { version } = tenant;
    const changed = await meetAt(TENANT, [id], (ctx, at) =>
      updateTenant(ctx, {
        params: { id },
        body: tenantPatch.parse({ version, ...(at === 0 ? { status: true } : { staging: true }) }),
      }),
    );
    expect(changed.map((answer) => ('code' in answer ? answer.code : 'changed')).toSorted()).toEqual([
      'changed',
      'conflict',
    ]);
  });

  it('save e-mail settings based on the revision they read: the second gets a conflict', async () => {
    await both[0].db.insert(tenantServices).values({ tenantId: id, service: 'homeportal2' });
    const settings = (name: string, revision?: string) =>
      ({ emailData: { header: { logoUrl: name } }, revision }) as never;
    const { revision } = await saveEmailSettings(both[0], id, settings('first'));
    const changed = await meetAt(TENANT, [id], (ctx, at) =>
      saveEmailSettings(ctx, id, settings(`other ${at}`, revision)),
    );
    expect(changed.map((answer) => ('code' in answer ? answer.code : 'saved')).toSorted()).toEqual([
      'conflict',
      'saved',
    ]);
  });

  it('exchange one refresh token for the same successor', async () => {
    const [ctx] = both;
    await createUser(ctx, { name: 'ben.ode', password: 'correct horse', role: 'operator' });
    await signIn(ctx, { user: 'ben.ode', password: 'correct horse', ip: '192.0.2.9' }, 'mc');
    const [row] = await ctx.db.select().from(sessions);
    if (!row) throw new Error('no session');
    const session = {
      id: row.id,
      lastSeenAt: row.lastSeenAt,
      userId: row.userId,
      name: 'ben.ode',
      role: 'operator' as const,
    };
    const token = (await startFamily(ctx, session)) ?? '';
    const got = await meetAt(
      'select 1 from refresh_families where session_id = $1 order by id desc limit 1',
      [row.id],
      (one) => rotate(one, token, session),
    );
    expect(got[0]).toMatch(/^mcr_/);
    expect(got[1]).toBe(got[0]);
    // A session ended by another process gets no more tokens.
    await both[1].db.delete(sessions);
    expect(await startFamily(ctx, session)).toBeUndefined();
  });

  it('count sign-in attempts together', async () => {
    for (let failed = 0; failed < 4; failed += 1) await countAttempt(both[0], { user: 'carl', ip: '192.0.2.20' });
    const key = accountKey('carl');
    const seen = await meetAt('select 1 from login_throttle where key = $1', [key], (ctx) =>
      countAttempt(ctx, { user: 'carl', ip: '192.0.2.20' }),
    );
    expect(new Set(seen.map((answer) => 'waitSeconds' in answer && answer.waitSeconds > 0))).toEqual(
      new Set([false, true]),
    );
  });

  /** Blocks writers of users, but not readers. */
  const HOLD_USERS = 'lock table users in exclusive mode';

  it('create one first account, whatever its name', async () => {
    await both[0].db.delete(users);
    const made = await meet(HOLD_USERS, [], (ctx, at) => ensureFirstAdmin(ctx, { user: `admin-${at}` }));
    expect(made.filter((admin) => admin === null)).toHaveLength(1);
    expect(await both[0].db.select().from(users)).toHaveLength(1);
  });

  it('leave the password of the first account alone once someone has signed in through the other one', async () => {
    const [ctx] = both;
    await ctx.db.delete(users);
    await ensureFirstAdmin(ctx, { user: 'root' });
    const claimed = await behind(
      [
        [HOLD_USERS, []],
        ["update users set last_seen_at = now() where name = 'root'", []],
      ],
      (one) => claimUnusedAdmin(one, { user: 'root', password: 'another password' }),
    );
    expect(claimed).toBe('used');
  });

  it('keep an active admin when each of two admins is made a viewer', async () => {
    const [ctx] = both;
    await ctx.db.delete(users);
    const add = (name: string) => createUser(ctx, { name, password: 'correct horse', role: 'admin' });
    const admins = [await add('ada.moss'), await add('eve.lind')];
    const changed = await meetAt("select 1 from users where role = 'admin'", [], (one, at) =>
      changePerson(one, admins[at]?.id ?? 0, { role: 'viewer' }),
    );
    expect(changed.map((answer) => ('code' in answer ? answer.code : answer.role)).toSorted()).toEqual([
      'conflict',
      'viewer',
    ]);
  });

  it('create a single signing key', async () => {
    const keys = await meet(
      'lock table signing_keys in exclusive mode',
      [],
      async (ctx) => (await signingKey(ctx)).kid,
    );
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('rotate the signing key once', async () => {
    await signingKey(both[0]);
    const later = { now: () => new Date(t.clock.now().getTime() + 31 * 24 * 60 * 60_000) };
    await meet('lock table signing_keys in exclusive mode', [], (ctx) => rotateSigningKey({ ...ctx, clock: later }));
    const rotated = eq(auditEvents.action, 'signing-key.rotated');
    expect(await both[0].db.select().from(auditEvents).where(rotated)).toHaveLength(1);
  });

  it('append the history of a fleet to the newest event', async () => {
    const head = 'a'.repeat(64);
    const past = { at: t.clock.now(), actor: 'tom', action: 'past', subject: 'fleet' };
    await behind([['update audit_head set hash = $1 where id = 1', [head]]], (ctx) =>
      ctx.db.transaction((db) => appendImported(db, [past])),
    );
    const [stored] = await both[0].db.select().from(auditEvents).where(eq(auditEvents.action, 'past'));
    expect(stored?.previousHash).toBe(head);
  });

  it('check the drift of different configs', async () => {
    const [ctx] = both;
    const now = ctx.clock.now();
    await saveDiff(ctx, id, { changed: [constant('A', 'x')] });
    await ctx.db.update(configs).set({ committedHash: 'x' }).where(eq(configs.tenantId, id));
    const take = () => takeUnchecked(ctx.db, { now, before: now, limit: 100 });
    const taken = await behind([['select 1 from configs where tenant_id = $1 for update', [id]]], take);
    const ids = (found: unknown) => (found as { tenantId: number }[]).map(({ tenantId }) => tenantId);
    expect(ids(taken)).not.toContain(id);
    expect(ids(await take())).toContain(id);
  });

  it('raise topic versions in a fixed order, whatever the order of the changes', async () => {
    const topics = [TOPIC.cron, TOPIC.databases];
    await inUnauditedTransaction(both[0], async ({ changed }) => changed(...topics));
    const raised = await meetAt('select 1 from topic_versions where topic = $1', [TOPIC.cron], (ctx, at) =>
      inUnauditedTransaction(ctx, async ({ changed }) => {
        changed(...(at === 0 ? topics : topics.toReversed()));
        return 'raised';
      }),
    );
    expect(raised).toEqual(['raised', 'raised']);
  });

  it('do not withdraw a config that the other one has committed meanwhile', async () => {
    await saveDiff(both[0], id, { changed: [constant('A', 'x')] });
    const commit = 'update configs set committed_revision = revision, committed_hash = hash where tenant_id = $1';
    await behind([[commit, [id]]], (ctx) =>
      runWithdrawal(ctx, { tenantId: id, kind: 'coursepro', subject: 'a config', hosts: HOSTS }),
    );
    expect(await both[0].db.select().from(publications).where(eq(publications.tenantId, id))).toEqual([]);
  });

  it('give no tokens to a session that the other one has ended meanwhile', async () => {
    const [ctx] = both;
    await createUser(ctx, { name: 'dora.lin', password: 'correct horse', role: 'operator' });
    await signIn(ctx, { user: 'dora.lin', password: 'correct horse', ip: '192.0.2.30' }, 'mc');
    const [row] = await ctx.db.select().from(sessions);
    const session = { ...row, name: 'dora.lin', role: 'operator' } as Parameters<typeof startFamily>[1];
    const token = await behind([['delete from sessions where id = $1', [session.id]]], (one) =>
      startFamily(one, session),
    );
    expect(token).toBeUndefined();
  });

  it('do not restore a tenant that the other one has restored meanwhile', async () => {
    await deleteTenant(both[0], id);
    const restored = await behind([['update tenants set deleted_at = null where id = $1', [id]]], (ctx) =>
      restoreTenant(ctx, id),
    );
    expect(restored).toMatchObject({ code: 'not_found' });
    expect(await actionsOf(id)).not.toContain('tenant.restored');
  });

  it('do not restore a service that the other one has purged meanwhile', async () => {
    await deleteService(both[0], { params: { id, service: 'strive' } });
    const restored = await behind([['delete from deleted_services where tenant_id = $1', [id]]], (ctx) =>
      restoreService(ctx, { params: { id, service: 'strive' } }),
    );
    expect(restored).toMatchObject({ code: 'not_found' });
    const own = and(eq(tenantServices.tenantId, id), eq(tenantServices.service, 'strive'));
    expect(await both[0].db.select().from(tenantServices).where(own)).toEqual([]);
  });

  it('set no log level of a tenant that the other one has deleted meanwhile', async () => {
    const level = { new: 'DEBUG', return: '2026-11-21 10:00:00' } as const;
    const set = await behind([['update tenants set deleted_at = now() where id = $1', [id]]], (ctx) =>
      setLogLevel(ctx, id, level),
    );
    expect(set).toMatchObject({ code: 'not_found' });
    expect(await actionsOf(id)).toEqual([]);
  });

  it('leave a mapping alone that the other one has locked meanwhile', async () => {
    const [ctx] = both;
    const to = await addTenant({ ...t, ...ctx, clock: t.clock });
    const structure = ofEachKind(() => [{ id: 1, name: 'One' }]) as typeof competencyStructures.$inferInsert.structure;
    const reported = [id, to].map((tenantId) => ({ tenantId, structure, created: ctx.clock.now() }));
    await ctx.db.insert(competencyStructures).values(reported);
    const { hash } = await createMapping(ctx, { from: id, to });
    const frozen = JSON.stringify({ from: structure, to: structure });
    const saved = await behind(
      [['update competency_mappings set frozen = $2::jsonb where hash = $1', [hash, frozen]]],
      (one) => saveChoice(one, hash, { kind: 'levels', id: 1, choice: 1 }, '192.0.2.1'),
    );
    expect(saved).toMatchObject({ code: 'conflict' });
  });

  it('reject a mapping to a tenant that the other one has purged meanwhile', async () => {
    const to = await addTenant({ ...t, ...both[0], clock: t.clock });
    const made = await behind([['delete from tenants where id = $1', [to]]], (ctx) =>
      createMapping(ctx, { from: id, to }),
    );
    expect(made).toMatchObject({ code: 'bad_request' });
  });

  it('accept the report of an environment, except for a tenant that the other one has purged meanwhile', async () => {
    const here: TestCtx = { ...t, ...both[0], clock: t.clock, as: t.as };
    const reports = createReportApi(here);
    const gone = await addTenant(here);
    const token = await reports.tokenOf('eu-prod-web');
    const structure = ofEachKind(() => []);
    const body = {
      report_id: both[0].random.uuid(),
      created: t.clock.now().toISOString(),
      tenants: [id, gone].map((tenant_id) => ({ tenant_id, ...structure })),
    };
    const answer = await behind([['delete from tenants where id = $1', [gone]]], () =>
      reports.report(token, 'competencies', body),
    );
    expect('json' in answer && answer.json()).toMatchObject({ accepted: 1, refused: [gone] });
    await reports.close();
  });

  const addMonitor = async (): Promise<number> => {
    const at = both[0].clock.now();
    const row = { tenantId: id, service: 'coursepro', host: `${id}.example`, createdAt: at, openChecks: 5 };
    const [made] = await both[0].db.insert(monitors).values(row).returning({ id: monitors.id });
    return made?.id ?? 0;
  };

  it('switch no monitor that the other one has removed meanwhile', async () => {
    const monitor = await addMonitor();
    const switched = await behind([['update monitors set removed_at = now() where id = $1', [monitor]]], (ctx) =>
      switchMonitor(ctx, monitor, false),
    );
    expect(switched).toMatchObject({ code: 'not_found' });
    expect(await actionsOf(id)).toEqual([]);
  });

  it('roll up an hour once', async () => {
    const monitor = await addMonitor();
    const hour = new Date('2026-11-21T05:00:00Z');
    await both[0].db.insert(monitorRaw).values({ monitorId: monitor, hour, data: Buffer.alloc(8) });
    await behind([['update monitor_raw set rolled = true where monitor_id = $1', [monitor]]], (ctx) => rollUp(ctx));
    const [left] = await both[0].db.select().from(monitors).where(eq(monitors.id, monitor));
    expect(left?.openChecks).toBe(5);
  });

  it('cannot create a cycle of relations concurrently', async () => {
    const here: TestCtx = { ...t, ...both[0], clock: t.clock, as: t.as };
    const [child, parent] = [await addTenant(here), await addTenant(here)];
    await both[0].db.insert(relations).values({ parentId: parent, childId: id });
    const related = await behind(
      [
        ["select pg_advisory_xact_lock(hashtext('tenant relations'))", []],
        ['insert into relations (parent_id, child_id) values ($1, $2)', [child, parent]],
      ],
      (ctx) =>
        updateTenant(ctx, {
          params: { id },
          body: tenantPatch.parse({
            relations: [
              { tenant_right: parent, type: 2, id: null },
              { tenant_right: child, type: 1, id: null },
            ],
          }),
        }),
    );
    expect(related).toMatchObject({ code: 'refused' });
  });

  it('create the database of a tenant once', async () => {
    const name = `tenant_${id}_coursepro`;
    const server = { name: 'eu-db-01', endpoint: 'eu-db-01.example:3306' };
    const created = await behind(
      [
        ['select pg_advisory_xact_lock(hashtext($1))', [name]],
        [`create schema ${name}`, []],
      ],
      async (ctx) => {
        await createEmbeddedDatabases(ctx.db).create(server, name);
        return 'created';
      },
    );
    expect(created).toBe('created');
    expect(await rows(both[0].db, sql`select 1 from pg_namespace where nspname = ${name}`)).toHaveLength(1);
  });
});
