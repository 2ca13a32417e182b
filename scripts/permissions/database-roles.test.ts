import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAuditFault } from '@mission-control/server/platform/audit/verify';
import { createLog } from '@mission-control/server/platform/log/log';
import { startConsole, type Console } from '../../e2e/support/console.ts';
import { signIn } from '../../e2e/support/operator.ts';
import { checkAudit } from '../../server/src/features/audit/service.ts';
import { removeOldEvents } from '../../server/src/platform/audit/removals.ts';
import { asOwner, prepareSchema } from '../../server/src/platform/database/roles.ts';
import { openPostgres } from '../../server/src/platform/database/postgres/postgres.ts';
import { createTestCtx, type TestCtx } from '../../server/src/platform/testing/test-ctx.ts';
import { findPostgres, startPostgres } from '../../server/src/ports/testing/postgresql.ts';

const programs = findPostgres();
const TIMEOUT_MS = 120_000;
const FEW = { SANDBOX: 'on', SANDBOX_TENANTS: '8', SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };
/** SQLSTATE of a statement that the role may not run. */
const DENIED = '42501';

// 0097: the owner migrates, the console runs as another role.
describe.skipIf(programs === undefined)('a console with a role of its own', { timeout: TIMEOUT_MS }, () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  const started: Console[] = [];
  let ctx: TestCtx;
  const addressOf = (database: string, role: string): string =>
    `postgres://${role}:secret@127.0.0.1:${postgres.port}/${database}`;
  beforeAll(async () => {
    ctx = await createTestCtx();
    postgres = await startPostgres(programs ?? '');
    await asSuperuser(
      "create role console_owner login password 'secret'",
      "create role console login password 'secret'",
      'grant console to console_owner',
    );
  }, TIMEOUT_MS);
  afterAll(async () => {
    for (const server of started) await server.dispose();
    await postgres.stop();
    await ctx.close();
  }, TIMEOUT_MS);

  async function asSuperuser(...statements: string[]): Promise<void> {
    const client = new pg.Client(postgres.url);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }
  const makeDatabase = (name: string): Promise<void> => asSuperuser(`create database ${name} owner console_owner`);

  async function startOn(settings: Record<string, string>): Promise<Console> {
    const server = await startConsole({ ...FEW, ...settings });
    started.push(server);
    return server;
  }

  /** Warnings of the console about itself. */
  const problemsOf = async ({ url }: Console): Promise<string[]> =>
    ((await (await fetch(`${url}/api/health/ready`)).json()) as { problems?: string[] }).problems ?? [];

  /** Signs in, makes a tenant with its service and database, publishes its config, and deletes it. */
  async function work({ url }: Console, tenant: string): Promise<void> {
    const { call } = await signIn(url);
    const made = await call('PUT', '/api/tenant/', { tenant, region: 1, account: 1 });
    expect(made.status).toBe(200);
    const changed = [{ key: 'BASKET_TIMEOUT', value: '4321', type: 1, state: 1 }];
    expect(await call('POST', '/api/tenant/1/coursepro', { changed })).toMatchObject({ status: 200 });
    expect(await call('PUT', '/api/tenant/1/coursepro')).toMatchObject({ status: 200 });
    expect(await call('POST', '/api/people', { name: `${tenant.toLowerCase()}.person`, role: 'viewer' })).toMatchObject(
      {
        status: 201,
      },
    );
    const { id } = made.body as { id: number };
    expect(await call('DELETE', `/api/tenant/${id}`)).toMatchObject({ status: 200 });
    const { body } = await call('GET', '/api/audit');
    expect((body as { events: { action: string }[] }).events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['tenant.created', 'config.committed', 'user.created', 'tenant.deleted']),
    );
  }

  it('does everything, but cannot change, remove or replace an event', async () => {
    await makeDatabase('fresh');
    const running = addressOf('fresh', 'console');
    const server = await startOn({ DATABASE_URL: running, DATABASE_OWNER_URL: addressOf('fresh', 'console_owner') });
    expect(await problemsOf(server)).toEqual([]);
    await work(server, 'Brimham');
    const client = new pg.Client(running);
    await client.connect();
    const found = await client.query('select id from audit_events limit 1');
    expect(found.rowCount).toBe(1);
    for (const statement of [
      'update audit_events set actor = actor',
      'update audit_events set actor = actor where false',
      'delete from audit_events where id = 1',
      'truncate audit_events',
      "select setval('audit_events_id_seq', 1)",
      'alter table audit_events disable trigger all',
      'drop table audit_events',
      'alter table audit_events owner to console',
      'create rule quiet as on insert to audit_events do instead nothing',
      'insert into audit_head (id, hash, length) values (2, $$$$, 0)',
      'delete from audit_head',
      'delete from schema_migrations',
      "insert into schema_migrations (tag, position, checksum) values ('x', 999, 'x')",
      'set role console_owner',
    ])
      await expect(client.query(statement), statement).rejects.toMatchObject({ code: DENIED });
    await client.end();
    const open = openPostgres(running, createLog('silent'));
    expect(await findAuditFault(open.db)).toBeNull();
    await open.close();
  });

  it('takes over an installation that had one role, and a process without the owner follows', async () => {
    await makeDatabase('old');
    const [running, owner] = [addressOf('old', 'console'), addressOf('old', 'console_owner')];
    const before = await startOn({ DATABASE_URL: owner });
    expect(await problemsOf(before)).toEqual([
      'The database role console_owner could change the audit log: give DATABASE_URL a role of its own and set DATABASE_OWNER_URL (docs/operating.md).',
    ]);
    await work(before, 'Aysgarth');
    expect(await before.end('SIGTERM')).toBe(0);
    const log = createLog('silent');
    const open = openPostgres(running, log);
    await expect(prepareSchema(open, undefined, log)).rejects.toThrow('start a process with DATABASE_OWNER_URL first');
    expect(await prepareSchema(open, owner, log)).toBeNull();
    expect(await prepareSchema(open, undefined, log)).toBeNull();
    const late = { ...ctx, db: open.db, clock: { now: () => new Date(Date.now() + 90 * 24 * 60 * 60_000) } };
    await expect(removeOldEvents(late, open.db, 30)).rejects.toThrow();
    expect(await asOwner(open, owner, log, (db) => removeOldEvents(late, db, 30))).toBeGreaterThan(5);
    expect(await checkAudit(late, () => undefined)).toBeNull();
    await open.close();
    const after = await startOn({ DATABASE_URL: running });
    expect(await problemsOf(after)).toEqual([]);
    await work(after, 'Bolton');
  });

  it.each([
    ['the owner itself', 'console_owner', /have the same role console_owner/],
    ['a superuser', 'postgres', /The database role postgres could change the audit log: DATABASE_URL needs a role/],
  ])('refuses to start as %s', async (_what, role, message) => {
    const log = createLog('silent');
    const open = openPostgres(addressOf('fresh', role), log);
    await expect(prepareSchema(open, addressOf('fresh', 'console_owner'), log)).rejects.toThrow(message);
    await open.close();
  });
});
