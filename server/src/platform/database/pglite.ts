import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { fromPglite } from 'pg-boss';
import type { Database, OpenDatabase } from './database.ts';
import { openFolder } from './database-folder.ts';
import { lockDirectory, type DirectoryLock } from './directory-lock.ts';

/**
 * Opens the embedded database.
 * @param dataDir the installation's DATA_DIR; null keeps everything in memory, for tests.
 * @param template what a database in memory begins with: a dump of another.
 * @throws when another living process has the directory open.
 */
export async function openPglite(dataDir: string | null, template?: Blob): Promise<OpenDatabase> {
  const lock = dataDir === null ? null : await lockDirectory(dataDir);
  let client: PGlite;
  try {
    client = await createClient(dataDir, lock, template);
  } catch (error) {
    await lock?.release();
    throw error;
  }
  return {
    kind: 'embedded',
    db: drizzle(client) as unknown as Database,
    exec: async (sql) => void (await client.exec(sql)),
    // Within one process nothing can come between.
    listen: async (channel, onPayload) => ({
      stop: await client.listen(channel, onPayload),
      hears: () => true,
      provenMsAgo: () => 0,
    }),
    patiently: (work) => work(),
    pools: () => ({}),
    bossDb: fromPglite(client),
    // The directory lock already keeps other processes out.
    exclusively: (work) => work(),
    // Nobody else is there to see it.
    hold: async () => async () => undefined,
    ping: async () => void (await client.query('select 1')),
    close: async () => {
      await client.close();
      await lock?.release();
    },
  };
}

async function createClient(dataDir: string | null, lock: DirectoryLock | null, template?: Blob): Promise<PGlite> {
  // The default of 128 MB shared buffers is reserved in WebAssembly memory at once; 16 MB serve a console well.
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
  if (dataDir === null || lock === null)
    return PGlite.create({ startParams, ...(template && { loadDataDir: template }) });
  return openFolder(join(dataDir, 'database'), startParams, () => lock.mustHold());
}
