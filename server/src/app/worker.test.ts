import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres, startPostgres } from '../ports/testing/postgresql.ts';

const programs = findPostgres();
if (!programs) process.stderr.write('A worker is not tested: PostgreSQL is not installed.\n');
it('may be skipped only where peers are not required', () => {
  expect(programs === undefined && process.env['REQUIRE_PEERS'] === '1').toBe(false);
});

describe.skipIf(!programs)('PROCESS=worker', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  const folder = mkdtempSync(join(tmpdir(), 'mc-worker-'));
  beforeAll(async () => void (postgres = await startPostgres(programs ?? '')));
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts without listening, and stops on request', { timeout: 60_000 }, async () => {
    const main = fileURLToPath(new URL('main.ts', import.meta.url));
    const env = { PATH: process.env['PATH'], DATA_DIR: folder, DATABASE_URL: postgres.url, PROCESS: 'worker' };
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'exit');
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    for await (const line of createInterface({ input: child.stdout })) {
      said += `${line}\n`;
      if (line.includes('works as a worker')) break;
    }
    expect(said).toContain('Mission Control works as a worker');
    expect(said).not.toMatch(/listening|answers on/);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
