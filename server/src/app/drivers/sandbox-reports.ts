import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { authenticateEnvironment, listReportingEnvironments, mintReportToken } from '../../features/reports/public.ts';
import { systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import type { Env } from '../settings/env.ts';
import { releasesFolder } from './open-drivers.ts';
import { fleetFolder, hasSandbox, sandboxInventory } from './sandbox.ts';

const SANDBOX_REPORTS = fileURLToPath(new URL('../../../../sandbox/src/reports/main.ts', import.meta.url));

/** Starts a separate process that sends the sandbox fleet's reports through the public API. Returns a function that ends it. */
export async function startSandboxReports(
  env: Env,
  dataDir: string,
  services: Services,
  address: string,
): Promise<() => void> {
  if (!hasSandbox(env) || env.SANDBOX_REPORTS === false || env.PROCESS !== 'all') return () => undefined;
  const ctx = systemCtx(services, 'sandbox');
  const inventory = await sandboxInventory(env, dataDir, ctx.clock);
  const tokens = await reportTokens(join(dataDir, 'sandbox', 'report-tokens.json'), ctx);
  const child = spawn(process.execPath, [SANDBOX_REPORTS], { stdio: ['pipe', 'ignore', 'inherit'], env: {} });
  // The child exits when its stdin closes, and thus whenever the console ends, for any reason.
  child.stdin.on('error', () => {});
  child.unref();
  const order = {
    console: address,
    inventory,
    fleet: fleetFolder(env, dataDir),
    releases: releasesFolder(env, dataDir),
    tokens,
  };
  child.stdin.write(`${JSON.stringify(order)}\n`);
  return () => void child.stdin.end();
}

/** The report tokens of all environments, stored for reuse by the next start. */
export async function reportTokens(file: string, ctx: Ctx): Promise<string[]> {
  const kept = readTokens(file);
  const tokens: Record<string, string> = {};
  for (const id of await listReportingEnvironments(ctx.db)) {
    const token = kept[id];
    const isGood = token !== undefined && (await authenticateEnvironment(ctx, `Bearer ${token}`).catch(() => null));
    tokens[id] = isGood ? token : (await mintReportToken(ctx, id)).token;
  }
  mkdirSync(join(file, '..'), { recursive: true });
  const fresh = `${file}.${ctx.random.uuid()}`;
  writeFileSync(fresh, JSON.stringify(tokens), { mode: 0o600 });
  renameSync(fresh, file);
  return Object.values(tokens);
}

const tokensById = z.record(z.string(), z.string());
/** The stored tokens by environment id; none if the file is absent or damaged, since they can be replaced. */
function readTokens(file: string): Record<string, string> {
  try {
    return tokensById.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}
