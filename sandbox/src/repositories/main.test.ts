import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'mc-sandbox-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('creates the repositories once for concurrent processes, without partial results', async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const out = join(folder, 'repositories-1');
  const args = [main, '--seed', '1', '--today', '2026-11-21', '--out', out];
  await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, args)));
  expect(readdirSync(folder)).toEqual(['repositories-1']);
  expect(readdirSync(out).toSorted()).toEqual([
    'bg.git',
    'coursepro.git',
    'insight.git',
    'merlin.git',
    'releases.json',
  ]);
});
