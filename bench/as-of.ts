// The cost of the tenant list as of an earlier time with 10,000 tenants, compared with a fresh read of the current list, and the cost of
// recording history for writes (0122).
// Run: node bench/as-of.ts   (needs the Debian package postgresql)
import { Client } from 'pg';
import { signInClient } from './measure/client.ts';
import { grouped, median, reportAtMost } from './measure/figures.ts';
import { processorMsOf } from './measure/processor-time.ts';
import { startFleetConsole } from './measure/fleet-console.ts';

const TENANTS = 10_000;
/** The whole list as of a time, relative to a fresh read of the current list. */
const MAX_READ_RATIO = 3;
/** A write of every tenant with history, relative to one without. */
const MAX_WRITE_RATIO = 3;
const ROUNDS = 5;

const { server, databaseUrl, stop } = await startFleetConsole(String(TENANTS));
const send = await signInClient(server.url);
const client = new Client({ connectionString: databaseUrl });

/** Milliseconds of a statement that changes every tenant. */
async function writeAll(history: 'on' | 'off', round: number): Promise<number> {
  await client.query('select set_config($1, $2, false)', ['console.history', history]);
  const begun = performance.now();
  await client.query('update tenants set total_members = $1 where deleted_at is null', [round]);
  return performance.now() - begun;
}

try {
  await client.connect();
  // Normally done by the worker, which this console lacks.
  await client.query('insert into fleet_history_start (id, at) values (1, clock_timestamp())');
  const readPast = `/api/tenant/as-of?at=${new Date().toISOString()}`;
  const writes = { on: [] as number[], off: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const history of ['on', 'off'] as const)
      writes[history].push(await writeAll(history, round * 2 + writes.off.length));
  const { tenants } = JSON.parse(await send('GET', readPast)) as { tenants: unknown[] };
  const past = await processorMsOf(server.url, ROUNDS, () => send('GET', readPast));
  const current = await processorMsOf(server.url, ROUNDS, async () => {
    await send('GET', '/api/tenant/refresh');
    await send('GET', '/api/tenant');
  });
  const [withHistory, without] = [median(writes.on), median(writes.off)];
  console.log(`${grouped(tenants.length)} tenants, each changed ${ROUNDS} times since`);
  reportAtMost(
    `the past list: ${past.toFixed(0)} ms of processor time, the current one: ${current.toFixed(0)} ms`,
    past / current,
    MAX_READ_RATIO,
    'x',
  );
  reportAtMost(
    `a write of all tenants: ${withHistory.toFixed(0)} ms, without history ${without.toFixed(0)} ms`,
    withHistory / without,
    MAX_WRITE_RATIO,
    'x',
  );
} finally {
  await client.end();
  await stop();
}
process.exit();
