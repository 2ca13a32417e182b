import { resolve } from 'node:path';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { openPglite } from '../../platform/database/embedded/pglite.ts';
import { vacuumedHourly } from '../../platform/database/embedded/vacuum.ts';
import { openPostgres } from '../../platform/database/postgres/postgres.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Env } from '../settings/env.ts';
import { closeFolder } from './closed-folder.ts';

/** Opens the configured database, after removing all access of others to DATA_DIR. */
export async function openDatabase(env: Env, log: Log): Promise<OpenDatabase> {
  const dataDir = resolve(env.DATA_DIR);
  closeFolder(dataDir);
  if (env.DATABASE_URL !== undefined) return openPostgres(env.DATABASE_URL, log);
  return vacuumedHourly(await openPglite(dataDir), log);
}
