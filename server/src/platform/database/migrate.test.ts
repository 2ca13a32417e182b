import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestCtx, type TestCtx } from '../testing/test-ctx.ts';
import { rows } from './database.ts';
import { migrate, readMigrations } from './migrate.ts';

let t: TestCtx;
beforeAll(async () => void (t = await createTestCtx()));
afterAll(() => t.close());

const extra = (statement: string) => ({ tag: '9999_extra', statements: [statement], checksum: 'x' });
const applied = () => rows<{ tag: string }>(t.db, sql`select tag from schema_migrations order by position`);

it('applies each migration once', async () => {
  const before = await applied();
  await migrate(t.db);
  expect(await applied()).toEqual(before);
});

it('leaves the old schema intact when a migration fails', async () => {
  const before = await applied();
  const broken = [
    ...readMigrations(),
    extra('create table half_made (id integer)'),
    { ...extra('this is no SQL'), tag: '9999_worse' },
  ];
  await expect(migrate(t.db, { migrations: broken })).rejects.toThrow();
  expect(await applied()).toEqual(before);
  expect(await rows(t.db, sql`select 1 from pg_tables where tablename = 'half_made'`)).toEqual([]);
});

it('is applied once by two processes that start on an empty database together', async () => {
  const { db, open, close } = await createTestCtx();
  try {
    await db.execute(sql`drop schema public cascade`);
    await db.execute(sql`create schema public`);
    await open.withLongTimeouts(() => Promise.all([migrate(db), migrate(db)]));
    expect(await rows(db, sql`select tag from schema_migrations order by position`)).toEqual(await applied());
  } finally {
    await close();
  }
});

it('refuses a database that is newer than the program', async () => {
  await expect(migrate(t.db, { migrations: [] })).rejects.toThrow(/newer than this program/);
});

it('refuses an applied migration that was edited', async () => {
  const edited = readMigrations().map((migration) => ({ ...migration, checksum: 'edited' }));
  await expect(migrate(t.db, { migrations: edited })).rejects.toThrow(/is not the one in this program/);
});

/** A database migrated up to a migration, exclusively; `finish` applies the rest. */
async function withDatabaseBefore(
  tag: string,
  work: (db: TestCtx['db'], finish: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const all = readMigrations();
  const before = all.findIndex((one) => one.tag === tag);
  const { db, close } = await createTestCtx();
  try {
    await db.execute(sql`drop schema public cascade`);
    await db.execute(sql`create schema public`);
    await migrate(db, { migrations: all.slice(0, before) });
    await work(db, () => migrate(db, { migrations: all }));
  } finally {
    await close();
  }
}

it('keeps the creation date of a tenant when the audit log contains it, and clears the date of an import', async () => {
  await withDatabaseBefore('0015_environment-services', async (db, finish) => {
    await db.execute(sql`
      with region as (insert into regions (name, description) values ('eu-west-1', '') returning id),
        account as (insert into accounts (trading_name) values ('Dale') returning id)
      insert into tenants (name, name_key, region_id, account_id, created_at, updated_at, updated_by)
      select name, name, region.id, account.id, '2026-03-04T09:12:00Z', now(), 'x'
      from region, account, (values ('made here'), ('imported')) as given(name)`);
    await db.execute(sql`
      insert into audit_events (at, actor, action, subject, tenant_id, request_id, previous_hash, hash)
      select now(), 'priya.shah', 'tenant.created', name, id, '', '', '' from tenants where name = 'made here'`);
    await finish();
    const text = sql`select name, created_by, to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day from tenants order by name`;
    expect(await rows(db, text)).toEqual([
      { name: 'imported', created_by: null, day: null },
      { name: 'made here', created_by: 'priya.shah', day: '2026-03-04' },
    ]);
  });
});

it('keeps what a token may call, also calls that were renamed', async () => {
  await withDatabaseBefore('0055_fleet-item-calls', async (db, finish) => {
    await db.execute(sql`insert into users (id, name, name_key, password_hash, role, created_at)
      values (1, 'Ana', 'ana', '', 'admin', now())`);
    for (const [name, calls] of [
      ['some', '["listTenants", "saveThing", "listThings"]'],
      ['none', '[]'],
      ['all', null],
    ])
      await db.execute(sql`insert into api_tokens (user_id, name, hash, role, calls, created_at, expires_at)
        values (1, ${name}, ${name}, 'admin', ${calls}::jsonb, now(), now())`);
    await finish();
    expect(await rows(db, sql`select name, calls from api_tokens order by name`)).toEqual([
      { name: 'all', calls: null },
      { name: 'none', calls: [] },
      { name: 'some', calls: ['listTenants', 'saveFleetItem', 'listFleetItems'] },
    ]);
  });
});

it('forgets what retired servers have not confirmed', async () => {
  await withDatabaseBefore('0057_confirmations-of-retired-servers', async (db, finish) => {
    await db.execute(sql`
      with region as (insert into regions (name, description) values ('eu-west-1', '') returning id),
        account as (insert into accounts (trading_name) values ('Dale') returning id),
        environment as (
          insert into environments (name, instance_id, group_name, type, region_id, fqdn)
          select 'eu-web', '', '', 1, id, '' from region returning id),
        server as (insert into servers (environment_id, host) select id, 'present' from environment),
        tenant as (
          insert into tenants (name, name_key, region_id, account_id, updated_at, updated_by)
          select 'Dale', 'dale', region.id, account.id, now(), 'x' from region, account returning id)
      insert into control_confirmations (tenant_id, service, host, error)
      select id, 'coursepro', host, 'No answer.' from tenant, (values ('present'), ('retired')) as given(host)`);
    await finish();
    expect(await rows(db, sql`select host from control_confirmations`)).toEqual([{ host: 'present' }]);
  });
});
