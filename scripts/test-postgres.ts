import { readFileSync } from 'node:fs';
import { endOnInterrupt } from './gates/gate.ts';
import { listFiles } from './list-files.ts';
import { findPostgres, startPostgres } from '../server/src/ports/testing/postgresql.ts';
import { runVitest, type SuiteReport } from './suites.ts';

/** Why there was no run on PostgreSQL. */
export const noPostgres =
  'no PostgreSQL is installed (Debian: apt-get install postgresql), so the server tests ran on the embedded database only';

/** Whether tests that require missing programs fail instead of being skipped. Set by `.ci/run`. */
export const peersRequired = process.env['REQUIRE_PEERS'] === '1';

/** Tests that open a console database, through the test context or a feature's test setup. */
const testsWithDatabase = (): string[] =>
  listFiles('server/src/features')
    .concat(listFiles('server/src/platform'), listFiles('server/src/app'))
    .filter((file) => file.endsWith('.test.ts') && /test-ctx|\.\/testing\//.test(readFileSync(file, 'utf8')));

/** Runs `files`, by default all tests with a database, on a temporary PostgreSQL; undefined when PostgreSQL is not installed. */
export async function testOnPostgres(files: readonly string[] = testsWithDatabase()): Promise<SuiteReport | undefined> {
  const programs = findPostgres();
  if (programs === undefined) return undefined;
  const postgres = await startPostgres(programs);
  try {
    return await runVitest('postgres', ['--project=server', '--project=alone', ...files], {
      ...process.env,
      TEST_DATABASE_URL: postgres.url,
    });
  } finally {
    await postgres.stop();
  }
}

if (import.meta.main) {
  endOnInterrupt();
  const named = process.argv.slice(2);
  const report = await testOnPostgres(named.length > 0 ? named : undefined);
  console.log(report?.output ?? `skipped: ${noPostgres}`);
  process.exitCode = report?.ok === true || (report === undefined && !peersRequired) ? 0 : 1;
}
