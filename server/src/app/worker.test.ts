import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../platform/testing/temporary-folder.ts';
import { FLEET_METRICS } from './metrics/fleet-metrics.ts';
import { findPostgres, startPostgres } from '../ports/testing/postgresql.ts';
import { requirePeers } from '../ports/testing/require-peers.ts';

const programs = findPostgres();
requirePeers('A worker is not tested', programs === undefined ? 'PostgreSQL is not installed' : undefined);

describe.skipIf(!programs)('PROCESS=worker', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  const folder = temporaryFolder();
  beforeAll(async () => void (postgres = await startPostgres(programs ?? '')));
  afterAll(() => postgres.stop());

  async function startWorker(settings: Record<string, string>) {
    const main = fileURLToPath(new URL('main.ts', import.meta.url));
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const own = { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder, DATABASE_URL: postgres.url, PROCESS: 'worker' };
    const env = { ...own, ...settings };
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'exit');
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    for await (const line of createInterface({ input: child.stdout })) {
      said += `${line}\n`;
      if (line.includes('works as a worker')) break;
    }
    return { child, said, ended };
  }

  it('starts without listening, and stops on request', { timeout: 60_000 }, async () => {
    const { child, said, ended } = await startWorker({});
    expect(said).toContain('Mission Control works as a worker');
    expect(said).not.toMatch(/listening|answers on/);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('serves only metrics and health on METRICS_PORT, with every metric read', { timeout: 60_000 }, async () => {
    const { child, said, ended } = await startWorker({ METRICS_PORT: '0' });
    const url = /listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
    const body = await (await fetch(`${url}/metrics`)).text();
    for (const { name } of FLEET_METRICS) expect(body).toMatch(new RegExp(`^# TYPE ${name} gauge$`, 'm'));
    expect(body).not.toMatch(/^metrics_unread\{/m);
    expect(body).toMatch(/^jobs\{state="waiting"\} \d+$/m);
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
    expect((await fetch(`${url}/api/tenant`)).status).toBe(404);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
