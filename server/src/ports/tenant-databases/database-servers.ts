import { AppError } from '../../platform/errors.ts';
import { createMariadbServer } from './mariadb-driver.ts';
import type { DatabaseServer, TenantDatabases, ServerDriver, ServerSettings } from './port.ts';
import { createPostgresqlServer } from './postgresql-driver.ts';

const MAKERS = { postgresql: createPostgresqlServer, mariadb: createMariadbServer };

/**
 * Tenants' databases on real servers, through one driver per engine.
 * @param settings by server name
 * @param timeoutMs limit for connecting and for each statement
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
