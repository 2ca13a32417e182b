// The cost of the tenant list as of an earlier time with 10,000 tenants, compared with a fresh read of the current list, and the cost of
// recording history for writes (0122).
// Run: node bench/as-of.ts   (needs the Debian package postgresql)
import { Client } from 'pg';
import { signInToken } from '../e2e/support/operator.ts';
import { startFleetConsole } from './peers/fleet-console.ts';
import { processorMsOf } from './peers/processor-time.ts';

const TENANTS = 10_000;
/** The whole list as of a time, relative to a fresh read of the current list. */
const MAX_READ_RATIO = 3;
/** A write of every tenant with history, relative to one without. */
const MAX_WRITE_RATIO = 3;
const ROUNDS = 5;

const { server, databaseUrl, stop } = await startFleetConsole(String(TENANTS));
const authorization = `Bearer ${await signInToken(server.url)}`;
const client = new Client({ connectionString: databaseUrl });

async function send(path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${server.url}${path}`, { headers: { authorization } });
  return { status: answer.status, text: await answer.text() };
}

async function listThen(at: string): Promise<string> {
  const { status, text } = await send(`/api/tenant/as-of?at=${at}`);
  if (status !== 200) throw new Error(`The list of then is answered with ${status}: ${text}`);
  return text;
}

/** Milliseconds of a statement that changes every tenant. */
async function writeAll(history: 'on' | 'off', round: number): Promise<number> {
  await client.query('select set_config($1, $2, false)', ['console.history', history]);
  const begun = performance.now();
  await client.query('update tenants set total_members = $1 where deleted_at is null', [round]);
  return performance.now() - begun;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

try {
  await client.connect();
  // Normally done by the worker, which this console lacks.
  await client.query('insert into fleet_history_start (id, at) values (1, clock_timestamp())');
  const start = new Date().toISOString();
  const writes = { on: [] as number[], off: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const history of ['on', 'off'] as const)
      writes[history].push(await writeAll(history, round * 2 + writes.off.length));
  const { tenants } = JSON.parse(await listThen(start)) as { tenants: unknown[] };
  const then = await processorMsOf(server.url, ROUNDS, async () => void (await listThen(start)));
  const anew = await processorMsOf(server.url, ROUNDS, async () => {
    await send('/api/tenant/refresh');
    await send('/api/tenant');
  });
  const [read, write] = [then / anew, median(writes.on) / median(writes.off)];
  const verdict = (value: number, most: number) =>
    `${value.toFixed(1)} x (at most ${most}): ${value <= most ? 'ok' : 'TOO MUCH'}`;
  console.log(`${tenants.length.toLocaleString('en-GB')} tenants, each changed ${ROUNDS} times since`);
  console.log(
    `the list of then: ${then.toFixed(0)} ms of processor time, of now: ${anew.toFixed(0)} ms: ${verdict(read, MAX_READ_RATIO)}`,
  );
  console.log(
    `a write of all tenants: ${median(writes.on).toFixed(0)} ms, without history ${median(writes.off).toFixed(0)} ms: ${verdict(write, MAX_WRITE_RATIO)}`,
  );
  if (read > MAX_READ_RATIO || write > MAX_WRITE_RATIO) process.exitCode = 1;
} finally {
  await client.end();
  await stop();
}
process.exit();
