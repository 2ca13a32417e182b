import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** Report tokens by environment id, stored for reuse by the next start. */
async function reportTokens(file: string, ctx: Ctx): Promise<string[]> {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  const tokens: Record<string, string> = {};
  for (const id of await listReportingEnvironments(ctx)) {
    const token = kept[id];
    const isGood = token !== undefined && (await authenticateEnvironment(ctx, `Bearer ${token}`).catch(() => null));
    tokens[id] = isGood ? token : (await mintReportToken(ctx, id)).token;
  }
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify(tokens), { mode: 0o600 });
  return Object.values(tokens);
}
