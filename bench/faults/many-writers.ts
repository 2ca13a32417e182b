// 50 users concurrently add, change and remove settings of a config of 100 settings, 2,000 times, on a real PostgreSQL: every
// acknowledged change must be present or superseded in the history, none may silently overwrite another one, and nobody may be
// turned away. First verifies that planted overwrites are detected.
// Run: node bench/faults/many-writers.ts [schedules]   (needs the Debian package postgresql)
import { addTenant, createFleet } from '@mission-control/server/features/config/testing/config-fleet';
import { runSchedule } from '@mission-control/server/features/config/testing/writers';
import { createTestCtx } from '@mission-control/server/platform/testing/test-ctx';
import { findPostgres, startPostgres } from '../../server/src/ports/testing/postgresql.ts';

const WRITERS = 50;
const KEYS = 100;
/** Concurrent schedules, each on its own config; more would only wait for connections. */
const LANES = 2;
const schedules = Number(process.argv[2] ?? 2_000);

const programs = findPostgres();
if (!programs) throw new Error('Install PostgreSQL: apt-get install postgresql');
const postgres = await startPostgres(programs);
process.env['TEST_DATABASE_URL'] = postgres.url;
const test = await createTestCtx();
try {
  await createFleet(test);
  const ctx = test.as({ role: 'operator' });
  const chance = () => test.random.bytes(4).readUInt32BE() / 2 ** 32;
  const planted = { writers: WRITERS, keys: KEYS, chance, careless: true };
  const found = (await runSchedule(ctx, { tenantId: await addTenant(test), ...planted })).faults.length;
  let [started, acknowledged, edited, removed, refused, turnedAway] = [0, 0, 0, 0, 0, 0];
  const faults: string[] = [];
  const lane = async (): Promise<void> => {
    while (started < schedules) {
      started += 1;
      const outcome = await runSchedule(ctx, { tenantId: await addTenant(test), writers: WRITERS, keys: KEYS, chance });
      acknowledged += outcome.acknowledged;
      edited += outcome.edited;
      removed += outcome.removed;
      refused += outcome.refused;
      turnedAway += outcome.turnedAway;
      faults.push(...outcome.faults);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  console.log(`${schedules} schedules of ${WRITERS} writers on ${KEYS} settings`);
  console.log(
    `acknowledged ${acknowledged} saves with ${edited} edits and ${removed} removals, refused with the other value ${refused}, ` +
      `turned away ${turnedAway}, faults ${faults.length}; of planted overwrites ${found} were found`,
  );
  for (const fault of faults.slice(0, 20)) console.log(fault);
  const tried = acknowledged >= schedules && edited >= schedules && removed >= schedules;
  if (!tried) console.log('TOO LITTLE was tried to say anything');
  const ok = faults.length === 0 && turnedAway === 0 && found > 0 && tried;
  console.log(ok ? 'ok' : 'NOT KEPT');
  if (!ok) process.exitCode = 1;
} finally {
  await test.close();
  await postgres.stop();
}
