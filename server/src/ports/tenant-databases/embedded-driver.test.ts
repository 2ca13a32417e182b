import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { rows } from '../../platform/database/database.ts';
import { createTestCtx } from '../../platform/testing/test-ctx.ts';
import { databasesSuite } from './databases-suite.ts';
import { createEmbeddedDatabases } from './embedded-driver.ts';

databasesSuite('schemas of the console database', async () => {
  const t = await createTestCtx();
  const table = (name: string) => sql`${sql.identifier(name)}.notes`;
  return {
    databases: createEmbeddedDatabases(t.db),
    servers: [
      { name: 'eu-db-01', endpoint: 'eu-db-01.example:3306' },
      { name: 'eu-db-02', endpoint: 'eu-db-02.example:3306' },
    ],
    write: async (_server, name, text) => {
      await t.db.execute(sql`create table ${table(name)} as select ${text} as text`);
    },
    read: async (_server, name) => {
      const [row] = await rows<{ text: string }>(t.db, sql`select text from ${table(name)}`);
      return row?.text ?? null;
    },
    close: () => t.close(),
  };
});

it('rejects a server name that could end the statement', async () => {
  const t = await createTestCtx();
  const server = { name: "x'; drop schema public cascade; --", endpoint: '' };
  await expect(createEmbeddedDatabases(t.db).create(server, 'tenant_1_coursepro')).rejects.toMatchObject({
    code: 'target_failed',
  });
  await t.close();
});

it('does not count its own queries for the other servers', async () => {
  const t = await createTestCtx();
  const databases = createEmbeddedDatabases(t.db);
  const servers = Array.from({ length: 13 }, (_, at) => ({ name: `eu-db-${at}`, endpoint: '' }));
  const loads = await Promise.all(servers.map((server) => databases.load(server)));
  expect(new Set(loads).size).toBe(1);
  await t.close();
});
