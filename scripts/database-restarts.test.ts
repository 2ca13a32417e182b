import { afterAll, expect, it } from 'vitest';
import { findPostgres } from '../server/src/ports/testing/postgresql.ts';
import { runCommand } from './gates/gate.ts';

const installed = findPostgres() !== undefined;
afterAll(() => {
  if (!installed) process.stderr.write('Restarts of the database are not tested: PostgreSQL is not installed.\n');
});

// bench/faults/database-restarts.ts covers 200 restarts and ten hangs of 20 s.
it.skipIf(!installed)(
  'a console survives restarts, cuts and a hang of its database, keeps all connections and loses no acknowledged change',
  { timeout: 300_000 },
  async () => {
    const args = ['bench/faults/database-restarts.ts', '3', '1', '4'];
    const { output } = await runCommand(process.execPath, args, { timeoutMs: 290_000, env: process.env });
    // Its time limits assume an idle machine.
    expect(output).toMatch(/, 0 lost, the process runs/);
    expect(output).not.toMatch(/of them back|writes acknowledged: MISSED/);
  },
);
