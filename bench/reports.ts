// Sends reports of one tenant with 30 tasks each to a console on PostgreSQL, over 32 connections, and counts those accepted per second:
// by wall clock, and by the console's CPU time, which other work on the machine hardly affects.
// Run: node bench/reports.ts [seconds]   (needs the Debian package postgresql)
import { machineLoad, median, quantile, report } from './measure/figures.ts';
import { processorMs } from './measure/processor-time.ts';
import { startFleetConsole } from './measure/fleet-console.ts';
import { cronOf, findReporters, sendCron } from './reporting.ts';

const LIMIT = 500;
const CONNECTIONS = 32;
const WARM_UP_MS = 3_000;
const TENANT = { tasks: 30, running: 3, logs: 2 };
const SECONDS = Number(process.argv[2] ?? 15);

const { server, stop } = await startFleetConsole('2000');

try {
  const reporters = await findReporters(server.url);
  const seats = reporters.flatMap(({ token, tenants }) => tenants.map((id) => ({ token, report: cronOf(id, TENANT) })));
  let next = 0;
  /** Sends reports over all connections for this long. */
  const run = async (ms: number) => {
    const [begun, used] = [performance.now(), await processorMs(server.url)];
    const times: number[] = [];
    let accepted = 0;
    const send = async (): Promise<void> => {
      while (performance.now() - begun < ms) {
        const seat = seats[(next = (next + 1) % seats.length)];
        if (!seat) throw new Error('No environment has a tenant with cron.');
        const start = performance.now();
        const stored = await sendCron(server.url, seat.token, [seat.report]);
        accepted += stored;
        times.push(performance.now() - start);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, send));
    const seconds = (performance.now() - begun) / 1_000;
    return { accepted, times, seconds, usedSeconds: ((await processorMs(server.url)) - used) / 1_000 };
  };
  await run(WARM_UP_MS);
  const { accepted, times, seconds, usedSeconds } = await run(SECONDS * 1_000);
  const rate = accepted / seconds;
  const kilobytes = JSON.stringify(cronOf(1, TENANT)).length / 1024;
  report(
    `${accepted} of ${times.length} reports of ${kilobytes.toFixed(1)} KB accepted in ${seconds.toFixed(1)} s`,
    accepted === times.length,
  );
  report(`${rate.toFixed(0)} a second (at least ${LIMIT})`, rate >= LIMIT);
  console.log(`${(accepted / usedSeconds).toFixed(0)} for each second of its process`);
  console.log(
    `p50 ${median(times).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms; load of the machine: ${machineLoad()}`,
  );
} finally {
  await stop();
}
process.exit();
