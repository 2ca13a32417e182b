// Sends reports of one tenant with 30 tasks each to a console on PostgreSQL, over 32 connections, and counts those accepted per second:
// by wall clock, and by the console's CPU time, which other work on the machine hardly affects.
// Run: node bench/reports.ts [seconds]   (needs the Debian package postgresql)
import { loadavg } from 'node:os';
import { startFleetConsole } from './peers/fleet-console.ts';
import { cronOf, findReporters, sendCron } from './reporting.ts';

const LIMIT = 500;
const CONNECTIONS = 32;
const WARM_UP_MS = 3_000;
const TENANT = { tasks: 30, running: 3, logs: 2 };
const seconds = Number(process.argv[2] ?? 15);

const { server, stop } = await startFleetConsole('2000');

/** CPU time used by the console's process so far, in seconds. */
async function usedSeconds(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1] ?? Number.NaN);
}

try {
  const reporters = await findReporters(server.url);
  const seats = reporters.flatMap(({ token, tenants }) => tenants.map((id) => ({ token, report: cronOf(id, TENANT) })));
  let [next, accepted, until] = [0, 0, Infinity];
  const times: number[] = [];
  const send = async (): Promise<void> => {
    while (Date.now() < until) {
      const seat = seats[(next = (next + 1) % seats.length)];
      if (!seat) throw new Error('No environment has a tenant with cron.');
      const begun = performance.now();
      const stored = await sendCron(server.url, seat.token, [seat.report]);
      accepted += stored;
      times.push(performance.now() - begun);
    }
  };
  const run = async (ms: number): Promise<{ accepted: number; seconds: number; used: number }> => {
    [accepted, until, times.length] = [0, Date.now() + ms, 0];
    const [begun, before] = [performance.now(), await usedSeconds()];
    await Promise.all(Array.from({ length: CONNECTIONS }, send));
    return { accepted, seconds: (performance.now() - begun) / 1_000, used: (await usedSeconds()) - before };
  };
  await run(WARM_UP_MS);
  const found = await run(seconds * 1_000);
  const rate = found.accepted / found.seconds;
  const sorted = times.toSorted((a, b) => a - b);
  const bytes = JSON.stringify(cronOf(1, TENANT)).length;
  console.log(
    `${found.accepted} reports of ${(bytes / 1024).toFixed(1)} KB in ${found.seconds.toFixed(1)} s: all accepted`,
  );
  console.log(
    `${rate.toFixed(0)} a second (at least ${LIMIT}), ${(found.accepted / found.used).toFixed(0)} for each second of its process: ` +
      (rate >= LIMIT ? 'ok' : 'TOO SLOW'),
  );
  console.log(
    `p50 ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(0)} ms, p99 ${(sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(0)} ms; load of the machine: ${(loadavg()[0] ?? 0).toFixed(1)}`,
  );
  if (rate < LIMIT || found.accepted !== sorted.length) process.exitCode = 1;
} finally {
  await stop();
}
process.exit();
