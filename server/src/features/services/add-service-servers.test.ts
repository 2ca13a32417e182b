import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseHosts, deletedServices, tenants, domains, tenantServices } from '../../fleet/tables.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { createTestCtx, type TestCtx } from '../../platform/testing/test-ctx.ts';
import { createDatabaseServers } from '../../ports/tenant-databases/database-servers.ts';
import type { ServerSettings } from '../../ports/tenant-databases/port.ts';
import { findMariadb, startMariadb } from '../../ports/testing/mariadb.ts';
import { findPostgres, startPostgres } from '../../ports/testing/postgresql.ts';
import { requirePeers } from '../../ports/testing/require-peers.ts';
import { configs } from '../config/public.ts';
import { purgeServices } from './purge-services.ts';
import { createServiceApi } from './testing/service-api.ts';
import { addTenant, createServiceFleet, idOf } from './testing/service-fleet.ts';

const [postgresPrograms, mariadbPrograms] = [findPostgres(), findMariadb()];
const missing = postgresPrograms && mariadbPrograms ? undefined : 'PostgreSQL or MariaDB is not installed';
requirePeers('Adding services on database servers is not tested', missing);

const PASSWORD = 'canary-77ab';
const POSTGRESQL = { name: 'eu-db-04', endpoint: '' };
const MARIADB = { name: 'eu-db-ins-01', endpoint: '' };

describe.skipIf(missing)('adding a service whose database is on', () => {
  let t: TestCtx;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let mariadb: Awaited<ReturnType<typeof startMariadb>>;
  let id: number;
  beforeAll(async () => {
    if (!postgresPrograms || !mariadbPrograms) return;
    t = await createTestCtx();
    await createServiceFleet(t);
    [postgres, mariadb] = await Promise.all([startPostgres(postgresPrograms), startMariadb(mariadbPrograms)]);
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    await admin.query(`create role console login createdb password '${PASSWORD}'`);
    await admin.end();
  });
  beforeEach(async () => void (id = await addTenant(t, `Oak ${expect.getState().currentTestName ?? ''}`.slice(0, 60))));
  afterAll(async () => {
    await postgres?.stop();
    await mariadb?.stop();
    await t?.close();
  });

  /** The ports with both servers, one of them replaced. */
  const portsWith = (change: { postgresql?: Partial<ServerSettings>; mariadb?: Partial<ServerSettings> } = {}) => {
    const common = { host: '127.0.0.1', tls: null };
    const onPostgresql = { engine: 'postgresql', port: postgres.port, user: 'console', password: PASSWORD } as const;
    const onMariadb = { engine: 'mariadb', port: mariadb.port, ...mariadb.admin } as const;
    const settings = new Map<string, ServerSettings>([
      [POSTGRESQL.name, { ...common, ...onPostgresql, ...change.postgresql }],
      [MARIADB.name, { ...common, ...onMariadb, ...change.mariadb }],
    ]);
    return { ...t.ports, tenantDatabases: createDatabaseServers(settings, 10_000) };
  };
  type Change = Parameters<typeof portsWith>[0];
  const add = async (slug: 'coursepro' | 'insight', change?: Change, host?: string) => {
    const api = createServiceApi(t, { ports: portsWith(change) });
    const name = host ?? (slug === 'coursepro' ? POSTGRESQL.name : MARIADB.name);
    const database = await idOf(t, databaseHosts, name);
    const body = { initialize: true, create_db: true, database, ...(slug === 'coursepro' && { bridge: 'xnrest' }) };
    const answer = await api.send('POST', `/api/tenant/${id}/${slug}`, body);
    await api.close();
    return answer;
  };
  /** Everything that a failed addition could leave behind. */
  const written = async () => ({
    services: await t.db.$count(tenantServices),
    domains: await t.db.$count(domains),
    configs: await t.db.$count(configs),
    events: await t.db.$count(auditEvents),
    tenants: await t.db.select().from(tenants),
    databases: await Promise.all([POSTGRESQL, MARIADB].map((one) => portsWith().tenantDatabases.list(one))),
    jobs: t.sent.length,
  });

  it('PostgreSQL creates it there [SVC-13]', async () => {
    expect(await add('coursepro')).toMatchObject({ status: 200 });
    expect(await portsWith().tenantDatabases.list(POSTGRESQL)).toContain(`tenant_${id}_coursepro`);
    expect(await portsWith().tenantDatabases.list(MARIADB)).not.toContain(`tenant_${id}_coursepro`);
  });

  it('MariaDB creates it there [SVC-13]', async () => {
    expect(await add('insight')).toMatchObject({ status: 200 });
    expect(await portsWith().tenantDatabases.list(MARIADB)).toContain(`tenant_${id}_insight`);
  });

  const down = { port: 1 };
  const wrong = { password: `${PASSWORD}x` };
  it.each([
    ['PostgreSQL that is down', 'coursepro', { postgresql: down }, /eu-db-04 refuses the connection\. Start it/],
    ['PostgreSQL with another password', 'coursepro', { postgresql: wrong }, /eu-db-04 .* password\. Correct them/],
    ['MariaDB that is down', 'insight', { mariadb: down }, /eu-db-ins-01 refuses the connection\. Start it/],
    ['MariaDB with another password', 'insight', { mariadb: wrong }, /eu-db-ins-01 .* password\. Correct them/],
  ] as const)('%s changes nothing and says what to do; the next attempt works', async (_, slug, change, message) => {
    const before = await written();
    const answer = await add(slug, change);
    expect(answer.status).toBe(502);
    expect(answer.body['error']).toMatch(message);
    expect(JSON.stringify(answer.body)).not.toContain(PASSWORD);
    expect(await written()).toEqual(before);
    expect(await add(slug)).toMatchObject({ status: 200 });
  });

  it('an unconfigured server changes nothing and is named in the error', async () => {
    const before = await written();
    expect(await add('coursepro', {}, 'eu-db-03')).toMatchObject({
      status: 502,
      body: { error: expect.stringMatching(/eu-db-03 is not in DATABASE_SERVERS_FILE\. Add it there/) as string },
    });
    expect(await written()).toEqual(before);
  });

  it('PostgreSQL keeps the database when the service is deleted and purged', async () => {
    await add('coursepro');
    const api = createServiceApi(t, { ports: portsWith() });
    expect(await api.send('DELETE', `/api/tenant/${id}/coursepro`)).toMatchObject({ status: 200 });
    await api.close();
    t.clock.advance(31 * 24 * 3600 * 1000);
    const kept = await t.db.$count(deletedServices);
    expect(await purgeServices({ ...t, ports: portsWith() })).toBe(true);
    expect(await t.db.$count(deletedServices)).toBe(kept - 1);
    expect(await portsWith().tenantDatabases.list(POSTGRESQL)).toContain(`tenant_${id}_coursepro`);
  });
});
