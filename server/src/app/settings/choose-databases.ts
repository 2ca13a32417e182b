import { resolve } from 'node:path';
import type { Database } from '../../platform/database/database.ts';
import { createDatabaseServers } from '../../ports/tenant-databases/database-servers.ts';
import { createEmbeddedDatabases } from '../../ports/tenant-databases/embedded-driver.ts';
import type { TenantDatabases } from '../../ports/tenant-databases/port.ts';
import { readServersFile } from '../../ports/tenant-databases/servers-file.ts';
import type { Env } from './env.ts';

const TIMEOUT_MS = 10_000;

/**
 * Chooses where tenants' databases live: on the servers of DATABASE_SERVERS_FILE, otherwise in the console's own database.
 * @throws an Error listing every fault of the file
 */
export function chooseDatabases(env: Env): (db: Database) => TenantDatabases {
  if (env.DATABASE_SERVERS_FILE === undefined) return createEmbeddedDatabases;
  const servers = createDatabaseServers(readServersFile(resolve(env.DATABASE_SERVERS_FILE)), TIMEOUT_MS);
  return () => servers;
}
