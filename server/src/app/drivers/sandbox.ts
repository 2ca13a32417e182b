import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../settings/env.ts';

const SANDBOX = fileURLToPath(new URL('../../../../sandbox/src/main.ts', import.meta.url));
const runFile = promisify(execFile);

/** Whether an empty console is filled with the sandbox fleet. */
export const hasSandbox = (env: Env): boolean =>
  env.INVENTORY_FILE === undefined && (env.SANDBOX ?? env.DATABASE_URL === undefined);

/** Folder from which the sandbox servers read published files; null if it is not below `dataDir`. */
export const fleetFolder = (env: Env, dataDir: string): string | null =>
  env.PUBLISHING === 'directory' ? join(dataDir, 'fleet') : null;

/**
 * Generates the sandbox fleet, once: an inventory file, which the console reads like any other, and the files on its servers. The
 * console itself never writes to servers at startup (C-134).
 */
export async function sandboxInventory(env: Env, dataDir: string, clock: Clock): Promise<string> {
  const folder = join(dataDir, 'sandbox');
  const servers = fleetFolder(env, dataDir);
  const plain = env.SANDBOX_HISTORY === false ? '-plain' : '';
  const file = join(folder, `inventory-${env.SANDBOX_TENANTS}-${env.SANDBOX_SEED}${plain}.jsonl`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const now = clock.now().toISOString();
  await runFile(process.execPath, [
    SANDBOX,
    '--tenants',
    String(env.SANDBOX_TENANTS),
    '--seed',
    String(env.SANDBOX_SEED),
    '--today',
    now.slice(0, 10),
    ...(plain ? [] : ['--until', now]),
    // Only once: the console may have published to them since.
    ...(servers === null || existsSync(servers) ? [] : ['--servers', servers]),
    '--out',
    file,
  ]);
  return file;
}
