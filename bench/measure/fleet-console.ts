import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startConsole, type Console } from '../../e2e/support/console.ts';
import { startInstalledPostgres } from './postgres.ts';

/** Data folders of a fleet: of its database, and of the console. */
interface Folders {
  databaseFolder: string;
  dataDir: string;
}

interface FleetConsole extends Folders {
  server: Console;
  databaseUrl: string;
  stop(): Promise<void>;
}

/** Folder for sharing fleets among the benches of one `npm run bench`: generating 10,000 tenants takes half a minute. */
const CACHE = process.env['BENCH_FLEETS'];

/**
 * A web console with a sandbox fleet on its own PostgreSQL, without worker unless the settings say otherwise, for measuring large fleets.
 * Needs the Debian package postgresql.
 */
export async function startFleetConsole(tenants: string, settings: Record<string, string> = {}): Promise<FleetConsole> {
  if (CACHE === undefined) return start(tenants, settings);
  const cached = { databaseFolder: join(CACHE, `postgres-${tenants}`), dataDir: join(CACHE, `data-${tenants}`) };
  if (!existsSync(cached.dataDir)) await fillCache(tenants, cached);
  return start(tenants, settings, cached);
}

/** Generates a fleet and copies its files. */
async function fillCache(tenants: string, { databaseFolder, dataDir }: Folders): Promise<void> {
  const fleet = await start(tenants, {});
  try {
    await fleet.server.end('SIGTERM');
    const client = new Client({ connectionString: fleet.databaseUrl });
    await client.connect();
    await client.query('checkpoint');
    await client.end();
    execFileSync('cp', ['-a', fleet.databaseFolder, databaseFolder]);
    cpSync(fleet.dataDir, dataDir, { recursive: true });
  } finally {
    await fleet.stop();
  }
}

async function start(tenants: string, settings: Record<string, string>, from?: Folders): Promise<FleetConsole> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mc-fleet-'));
  if (from) cpSync(from.dataDir, dataDir, { recursive: true });
  const postgres = await startInstalledPostgres(from?.databaseFolder);
  const server = await startConsole({
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    PROCESS: 'web',
    SANDBOX: 'on',
    SANDBOX_TENANTS: tenants,
    ...settings,
  });
  return {
    server,
    databaseUrl: postgres.url,
    databaseFolder: postgres.data,
    dataDir,
    async stop() {
      await server.dispose();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
