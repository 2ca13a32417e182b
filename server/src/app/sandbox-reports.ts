import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { authenticateEnvironment, listReportingEnvironments, mintReportToken } from '../features/reports/public.ts';
import { systemCtx, type Ctx, type Services } from '../platform/context.ts';
import type { Env } from './env.ts';
import { hasSandbox, sandboxInventory } from './sandbox.ts';

const SANDBOX_REPORTS = fileURLToPath(new URL('../../../sandbox/src/reports/main.ts', import.meta.url));

/**
 * Lets the sandbox fleet report, from a process of its own and through the API that any fleet uses: it is given an address and
 * tokens. Answers what ends it.
 */
export async function startSandboxReports(
  env: Env,
  dataDir: string,
  services: Services,
  address: string,
): Promise<() => void> {
  if (!hasSandbox(env) || env.SANDBOX_REPORTS === false || env.PROCESS !== 'all') return () => undefined;
  const ctx = systemCtx(services, 'sandbox');
  const inventory = await sandboxInventory(env, dataDir, ctx);
  const tokens = await reportTokens(join(dataDir, 'sandbox', 'report-tokens.json'), ctx);
  const child = spawn(process.execPath, [SANDBOX_REPORTS], { stdio: ['pipe', 'ignore', 'inherit'], env: {} });
  // It ends with its input: with the console, however that ends.
  child.stdin.on('error', () => {});
  child.unref();
  child.stdin.write(`${JSON.stringify({ console: address, inventory, tokens })}\n`);
  return () => void child.stdin.end();
}

/** Tokens of the environments that report, by id. They are kept for the next start, so that it need not mint others. */
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
