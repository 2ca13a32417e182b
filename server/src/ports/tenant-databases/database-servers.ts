import { AppError } from '../../platform/errors.ts';
import { createMariadbServer } from './mariadb-driver.ts';
import type { DatabaseServer, TenantDatabases } from './port.ts';
import { createPostgresqlServer } from './postgresql-driver.ts';
import type { ServerDriver, ServerSettings } from './server-driver.ts';

const MAKERS = { postgresql: createPostgresqlServer, mariadb: createMariadbServer };

/**
 * Tenants' databases on real servers, each through the driver of its make.
 * @param settings by the name of the server
 * @param timeoutMs how long connecting to one, and each statement, may take
 */
export function createDatabaseServers(
  settings: ReadonlyMap<string, ServerSettings>,
  timeoutMs: number,
): TenantDatabases {
  const drivers = new Map<string, ServerDriver>(
    [...settings].map(([name, one]) => [name, MAKERS[one.engine](name, one, timeoutMs)]),
  );
  const driverOf = ({ name }: DatabaseServer): ServerDriver => {
    const driver = drivers.get(name);
    if (driver) return driver;
    throw new AppError(
      'target_failed',
      `The database server ${name} is not in DATABASE_SERVERS_FILE. Add it there, restart the console and try again.`,
    );
  };
  return {
    create: async (server, name) => driverOf(server).create(name),
    list: async (server) => driverOf(server).list(),
    load: async (server) => driverOf(server).load(),
  };
}
