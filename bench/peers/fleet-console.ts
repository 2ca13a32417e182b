import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startConsole, type Console } from '../../e2e/support/console.ts';
import { findPostgres, startPostgres } from '../../server/src/ports/testing/postgresql.ts';

interface FleetConsole {
  server: Console;
  databaseUrl: string;
  /** Data folders of its database, and of the console. */
  databaseFolder: string;
  dataDir: string;
  stop(): Promise<void>;
}

/** Folder for sharing fleets among the benches of one `npm run bench`: generating 10,000 tenants takes half a minute. */
const KEPT = process.env['BENCH_FLEETS'];

/**
 * A web console with a sandbox fleet on its own PostgreSQL, without worker unless the settings say otherwise, for measuring large fleets.
 * Needs the Debian package postgresql.
 */
export async function startFleetConsole(tenants: string, settings: Record<string, string> = {}): Promise<FleetConsole> {
  if (KEPT === undefined) return start(tenants, settings);
  const kept = { postgres: join(KEPT, `postgres-${tenants}`), data: join(KEPT, `data-${tenants}`) };
  if (!existsSync(kept.data)) await keep(tenants, kept);
  return start(tenants, settings, kept);
}

interface Kept {
  postgres: string;
  data: string;
}

/** Generates a fleet and keeps copies of its files. */
async function keep(tenants: string, kept: Kept): Promise<void> {
  const fleet = await start(tenants, {});
  try {
    await fleet.server.end('SIGTERM');
    const client = new Client({ connectionString: fleet.databaseUrl });
    await client.connect();
    await client.query('checkpoint');
    await client.end();
    execFileSync('cp', ['-a', fleet.files.postgres, kept.postgres]);
    cpSync(fleet.files.data, kept.data, { recursive: true });
  } finally {
    await fleet.stop();
  }
}

async function start(
  tenants: string,
  settings: Record<string, string>,
  from?: Kept,
): Promise<FleetConsole & { files: Kept }> {
  const programs = findPostgres();
  if (!programs) throw new Error('Install PostgreSQL: apt-get install postgresql');
  const data = mkdtempSync(join(tmpdir(), 'mc-fleet-'));
  if (from) cpSync(from.data, data, { recursive: true });
  const postgres = await startPostgres(programs, from && { copyOf: from.postgres });
  const server = await startConsole({
    DATABASE_URL: postgres.url,
    DATA_DIR: data,
    PROCESS: 'web',
    SANDBOX: 'on',
    SANDBOX_TENANTS: tenants,
    ...settings,
  });
  return {
    server,
    databaseUrl: postgres.url,
    databaseFolder: postgres.data,
    dataDir: data,
    files: { postgres: postgres.data, data },
    async stop() {
      await server.dispose();
      await postgres.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
