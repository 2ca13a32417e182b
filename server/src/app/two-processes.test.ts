import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUser } from '../features/auth/accounts.ts';
import { rotate, startFamily } from '../features/auth/sessions/refresh-tokens.ts';
import { signIn } from '../features/auth/sign-in.ts';
import { sessions } from '../features/auth/tables.ts';
import { accountKey, countAttempt } from '../features/auth/throttle.ts';
import { saveEmailSettings } from '../features/branding/save-email.ts';
import { save } from '../features/config/save-config.ts';
import { addTenant, constant, createFleet, diffOf } from '../features/config/testing/config-fleet.ts';
import { updateTenant } from '../features/tenants/update-tenant.ts';
import { tenantServices } from '../fleet/tables.ts';
import type { Ctx } from '../platform/context.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openPostgres } from '../platform/database/postgres/postgres.ts';
import { createTestCtx, type TestCtx } from '../platform/testing/test-ctx.ts';
import { findPostgres, startPostgres } from '../ports/testing/postgresql.ts';

const programs = findPostgres();
const TIMEOUT_MS = 120_000;
it('may be skipped only where peers are not required', () => {
  expect(programs === undefined && process.env['REQUIRE_PEERS'] === '1').toBe(false);
});

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
    const [one, other] = opened.map((open) => ({ ...t.as({}), db: open.db, patiently: open.patiently }));
    if (!one || !other) throw new Error('two');
    both = [one, other];
    await opened[0]?.patiently(() => migrate(one.db));
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

  /** Makes both wait for a row locked by a third party, then returns their results. */
  async function meetAt<T>(row: string, values: unknown[], work: (ctx: Ctx, at: number) => Promise<T>) {
    await holder.query('begin');
    expect((await holder.query(`${row} for update`, values)).rowCount).toBe(1);
    const outcomes = Promise.allSettled(both.map((ctx, at) => ctx.patiently(() => work(ctx, at))));
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
    await vi.waitFor(async () => expect((await watcher.query(waiting)).rowCount).toBe(2), { timeout: 20_000 });
    await holder.query('commit');
    return (await outcomes).map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as { code: string })));
  }
  const TENANT = 'select 1 from tenants where id = $1';

  it('serialize saves of a config, each based on the previous one', async () => {
    const write = (ctx: Ctx, key: string) => save(ctx, id, 'coursepro', diffOf({ changed: [constant(key, 'x')] }));
    await write(both[0], 'A');
    const saved = await meetAt('select 1 from configs where tenant_id = $1', [id], (ctx, at) => write(ctx, `B${at}`));
    expect(new Set(saved.map((answer) => 'revision' in answer && answer.revision))).toEqual(new Set([2, 3]));
  });

  it('change a tenant based on the version they read: the second gets a conflict', async () => {
    const { tenant } = await updateTenant(both[0], id, { status: false });
    const { version } = tenant;
    const changed = await meetAt(TENANT, [id], (ctx, at) =>
      updateTenant(ctx, id, { version, ...(at === 0 ? { status: true } : { staging: true }) } as never),
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
    for (let failed = 0; failed < 4; failed += 1) await countAttempt(both[0], 'carl', '192.0.2.20');
    const key = accountKey('carl');
    const seen = await meetAt('select 1 from login_throttle where key = $1', [key], (ctx) =>
      countAttempt(ctx, 'carl', '192.0.2.20'),
    );
    expect(new Set(seen.map((answer) => 'waitSeconds' in answer && answer.waitSeconds > 0))).toEqual(
      new Set([false, true]),
    );
  });
});
