import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseName, type DatabaseServer, type TenantDatabases } from './port.ts';

/** Provided by the test of a driver. */
export interface DatabasesFixture {
  databases: TenantDatabases;
  /** Two empty servers. */
  servers: [DatabaseServer, DatabaseServer];
  /** Writes a text to a tenant's database. */
  write(server: DatabaseServer, name: string, text: string): Promise<void>;
  read(server: DatabaseServer, name: string): Promise<string | null>;
  close(): Promise<void> | void;
}

/**
 * Contract tests of the port, run against one driver.
 * @param missing why they cannot run here
 */
export function databasesSuite(driver: string, open: () => Promise<DatabasesFixture>, missing?: string): void {
  describe.skipIf(missing)(`tenant databases through ${driver}`, () => {
    let at: DatabasesFixture;
    beforeAll(async () => void (at = await open()));
    afterAll(() => at.close());

    it('creates a usable database on the chosen server', async () => {
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

    it('keeps an existing database when it is created again', async () => {
      const [first] = at.servers;
      const name = databaseName(13, 'insight');
      await at.databases.create(first, name);
      await at.write(first, name, 'kept');
      await at.databases.create(first, name);
      expect(await at.read(first, name)).toBe('kept');
      expect((await at.databases.list(first)).filter((one) => one === name)).toHaveLength(1);
    });

    it('handles concurrent creations of the same database', async () => {
      const [first] = at.servers;
      const name = databaseName(14, 'coursepro');
      await Promise.all(Array.from({ length: 5 }, () => at.databases.create(first, name)));
      expect(await at.databases.list(first)).toContain(name);
    });

    it('reports the load of a server', async () => {
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
    ])('rejects the name %j', async (name) => {
      const [first] = at.servers;
      const before = await at.databases.list(first);
      await expect(at.databases.create(first, name)).rejects.toMatchObject({ code: 'refused' });
      expect(await at.databases.list(first)).toEqual(before);
    });
  });
}
