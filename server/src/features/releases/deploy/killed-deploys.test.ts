import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const BENCH = fileURLToPath(new URL('../../../../../bench/faults/deploy-kill.ts', import.meta.url));
const SLOW_MS = 600_000;

// With 50 kills: node bench/faults/deploy-kill.ts
it(
  'serves either the old or the new version after a killed deploy; the lock is free and nothing runs twice [DEP-04]',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [BENCH, '2'], { timeout: SLOW_MS });
    expect(stdout).toMatch(
      /^2 kills \(.*\), at rest at most \d+ ms after the restart\n[^\n]*: 0 faults \(at most 0\): ok\n$/,
    );
  },
  SLOW_MS,
);
