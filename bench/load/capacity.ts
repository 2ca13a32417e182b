// How many operators a core serves, with 10,000 tenants on PostgreSQL and 1, 2 and 3 web processes: the operators of the load bench at a
// pace that this machine sustains, and the CPU time of the console and its database. Operators, console and database share the machine,
// so more processes do not increase the throughput here, only reduce the load and the latency of each.
// Run: node bench/load/capacity.ts [seconds] [requests a second]   (needs the Debian package postgresql)
import { quantile, report } from '../measure/figures.ts';
import { measure, OPERATORS, startOnPostgres } from './measure.ts';
import { isAccepted } from './tab.ts';

const [seconds, pace] = [Number(process.argv[2] ?? 120), Number(process.argv[3] ?? 200)];
const MAX_P99_MS = 250;

for (const processes of [1, 2, 3]) {
  const { answers, watched, databaseCores } = await measure(await startOnPostgres(processes), { seconds, pace });
  const own = answers.filter(({ isFollowing }) => !isFollowing).length;
  const failed = answers.filter(({ status }) => !isAccepted(status)).length;
  const p99 = quantile(
    answers.map(({ ms }) => ms),
    0.99,
  );
  const facts = [
    `${processes} web ${processes === 1 ? 'process' : 'processes'}: ${(own / watched.seconds).toFixed(0)} requests/s of ${OPERATORS} operators, ${((answers.length - own) / watched.seconds).toFixed(0)}/s read again`,
    `console ${watched.cores.toFixed(2)} cores, database ${databaseCores.toFixed(2)}: ${(OPERATORS / (watched.cores + databaseCores)).toFixed(0)} such operators per core`,
    `p99 ${p99.toFixed(0)} ms (at most ${MAX_P99_MS}), event loop p99 ${watched.loopP99Ms.toFixed(0)} ms, ${watched.memoryMb.toFixed(0)} MB each, ${failed} errors`,
  ];
  report(facts.join('; '), p99 <= MAX_P99_MS && failed === 0 && own >= watched.seconds * pace * 0.9);
}
process.exit();
