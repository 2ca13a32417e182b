// 50 users concurrently add, change and remove settings of a config of 100 settings, 2,000 times, on a real PostgreSQL: every
// acknowledged change must be present or superseded in the history, none may silently overwrite another one, and nobody may be
// turned away. First verifies that planted overwrites are detected.
// Run: node bench/faults/many-writers.ts [schedules]   (needs the Debian package postgresql)
import { addTenant, createFleet } from '@mission-control/server/features/config/testing/config-fleet';
import { runSchedule } from '@mission-control/server/features/config/testing/writers';
import { createTestCtx } from '@mission-control/server/platform/testing/test-ctx';
import { report, reportAtMost } from '../measure/figures.ts';
import { startInstalledPostgres } from '../measure/postgres.ts';

const WRITERS = 50;
const KEYS = 100;
/** Concurrent schedules, each on its own config; more would only wait for connections. */
const LANES = 2;
const schedules = Number(process.argv[2] ?? 2_000);

const postgres = await startInstalledPostgres();
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
  for (const fault of faults.slice(0, 20)) console.log(fault);
  console.log(`${refused} saves refused with the other value`);
  report(
    `${schedules} schedules of ${WRITERS} writers on ${KEYS} settings: ` +
      `acknowledged ${acknowledged} saves with ${edited} edits and ${removed} removals, at least one of each per schedule`,
    Math.min(acknowledged, edited, removed) >= schedules,
  );
  report(`${found} of the planted overwrites were found`, found > 0);
  reportAtMost('acknowledged changes', faults.length, 0, 'faults');
  reportAtMost('turned away', turnedAway, 0, 'saves');
} finally {
  await test.close();
  await postgres.stop();
}
