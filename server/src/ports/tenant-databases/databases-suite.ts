import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseName } from './database-name.ts';
import type { DatabaseServer, TenantDatabases } from './port.ts';

/** What a driver's test offers to the shared suite. */
export interface DatabasesFixture {
  databases: TenantDatabases;
  /** Two servers without a database. */
  servers: [DatabaseServer, DatabaseServer];
  /** Stores a text in a tenant's database, or reads it back. */
  write(server: DatabaseServer, name: string, text: string): Promise<void>;
  read(server: DatabaseServer, name: string): Promise<string | null>;
  close(): Promise<void> | void;
}

/**
 * The promises of the port, run against one driver.
 * @param missing why it cannot be run here
 */
export function databasesSuite(driver: string, open: () => Promise<DatabasesFixture>, missing?: string): void {
  describe.skipIf(missing)(`tenant databases through ${driver}`, () => {
    let at: DatabasesFixture;
    beforeAll(async () => void (at = await open()));
    afterAll(() => at.close());

    it('makes a database that can be used, on the server that was chosen', async () => {
      const [first, second] = at.servers;
      const name = databaseName(12, 'coursepro');
      expect(await at.databases.list(first)).toEqual([]);
      await at.databases.create(first, name);
      await at.databases.create(second, databaseName(7, 'strive'));
      expect(await at.databases.list(first)).toEqual([name]);
      expect(await at.databases.list(second)).toEqual(['tenant_7_strive']);
      await at.write(first, name, 'kept');
      expect(await at.read(first, name)).toBe('kept');
    });

    it('leaves a database as it is when it is made again', async () => {
      const [first] = at.servers;
      const name = databaseName(13, 'insight');
      await at.databases.create(first, name);
      await at.write(first, name, 'kept');
      await at.databases.create(first, name);
      expect(await at.read(first, name)).toBe('kept');
      expect((await at.databases.list(first)).filter((one) => one === name)).toHaveLength(1);
    });

    it('bears that several make the same one at once', async () => {
      const [first] = at.servers;
      const name = databaseName(14, 'coursepro');
      await Promise.all(Array.from({ length: 5 }, () => at.databases.create(first, name)));
      expect(await at.databases.list(first)).toContain(name);
    });

    it('tells how busy a server is', async () => {
      const load = await at.databases.load(at.servers[0]);
      expect(Number.isInteger(load) && load >= 0).toBe(true);
    });

    it.each([
      '',
      'postgres',
      'public',
      'tenant_',
      'tenant_1_x;drop',
      'tenant_01_a',
      'tenant_1_"a"',
      'Tenant_1_a',
      'tenant_1_a\0',
    ])('makes nothing of the name %j', async (name) => {
      const [first] = at.servers;
      const before = await at.databases.list(first);
      await expect(at.databases.create(first, name)).rejects.toMatchObject({ code: 'refused' });
      expect(await at.databases.list(first)).toEqual(before);
    });
  });
}
