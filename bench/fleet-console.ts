import { startConsole, type Console } from '../e2e/console.ts';
import { findPostgres, startPostgres } from '../server/src/ports/testing/postgresql.ts';

interface FleetConsole {
  server: Console;
  databaseUrl: string;
  stop(): Promise<void>;
}

/**
 * A console with a sandbox fleet on a PostgreSQL of its own, for the measurements of large fleets: the process that answers the
 * browsers; the monitors of ten thousand tenants are another's work. Needs the Debian package postgresql.
 */
export async function startFleetConsole(tenants: string, settings: Record<string, string> = {}): Promise<FleetConsole> {
  const programs = findPostgres();
  if (!programs) throw new Error('Install PostgreSQL: apt-get install postgresql');
  const postgres = await startPostgres(programs);
  const server = await startConsole({
    DATABASE_URL: postgres.url,
    PROCESS: 'web',
    SANDBOX: 'on',
    SANDBOX_TENANTS: tenants,
    ...settings,
  });
  return {
    server,
    databaseUrl: postgres.url,
    async stop() {
      await server.dispose();
      await postgres.stop();
    },
  };
}
