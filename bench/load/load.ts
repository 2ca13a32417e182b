// Operators who behave like people on a console with 10,000 tenants, embedded and on PostgreSQL: each has a tab that follows the live
// events, and they read, search, switch, edit and commit at a pace of 300 requests a second together; what the tabs reread
// because of live events comes on top. Operators, console and database share the machine. Sites are not checked and no jobs run
// meanwhile (`PROCESS=web`); other benches measure those.
// Run: node bench/load/load.ts [seconds] [requests a second] [postgres|embedded] [web processes]   (needs the Debian package postgresql)
import { median, quantile, report, reportAtMost } from '../measure/figures.ts';
import { measure, OPERATORS, startEmbedded, startOnPostgres, type Measured } from './measure.ts';
import { isAccepted, type Answered } from './tab.ts';

const MAX_P99_MS = 250;
const MAX_LOOP_P99_MS = 50;
const MAX_MB_PER_MINUTE = 1;
/** Memory growth is not measurable in shorter runs. */
const MIN_MINUTES = 5;
const [seconds, pace, database, processes] = [
  Number(process.argv[2] ?? 600),
  Number(process.argv[3] ?? 300),
  process.argv[4],
  Number(process.argv[5] ?? 1),
];

const shown = (ms: number): string => `${ms.toFixed(0).padStart(5)} ms`;
const timesOf = (answers: readonly Answered[]): number[] => answers.map(({ ms }) => ms);

function printTimes(name: string, answers: readonly Answered[]): void {
  const times = timesOf(answers);
  console.log(
    `  ${name.padEnd(24)}${String(times.length).padStart(7)}  p50 ${shown(median(times))}  p99 ${shown(quantile(times, 0.99))}`,
  );
}

function printCalls(answers: readonly Answered[]): void {
  const byName = Map.groupBy(answers, ({ name }) => name);
  for (const [name, all] of [...byName].toSorted(([, one], [, other]) => other.length - one.length))
    printTimes(name, all);
}

/** Prints the response times of each minute, which shows whether they grow. */
function printMinutes(answers: readonly Answered[]): void {
  const begun = answers[0]?.at ?? 0;
  const byMinute = Map.groupBy(answers, ({ at }) => Math.max(0, Math.floor((at - begun) / 60_000)));
  for (const [minute, all] of byMinute) printTimes(`minute ${minute + 1}`, all);
}

function printResult(kind: string, { answers, watched, databaseCores }: Measured): void {
  const own = answers.filter(({ isFollowing }) => !isFollowing);
  const writes = own.filter(({ isWrite }) => isWrite).length;
  const failed = answers.filter(({ status }) => !isAccepted(status));
  const times = timesOf(answers);
  const perSecond = (count: number): string => (count / watched.seconds).toFixed(0);
  console.log(
    `${kind}: ${perSecond(own.length)} requests/s of ${OPERATORS} operators, ${((writes * 100) / own.length).toFixed(0)} % of them writes; ${perSecond(answers.length - own.length)}/s read again after live events`,
  );
  printCalls(answers);
  if (seconds > 60) printMinutes(answers);
  console.log(
    `${kind}: p50 ${median(times).toFixed(1)} ms, ${watched.cores.toFixed(2)} cores for the console, ${databaseCores.toFixed(2)} for its database`,
  );
  for (const [failure, all] of Map.groupBy(failed, ({ name, status }) => `${name} ${status}`))
    console.log(`${kind}: ${all.length} x ${failure}`);
  reportAtMost(`${kind}: p99 of all requests`, quantile(times, 0.99), MAX_P99_MS, 'ms');
  reportAtMost(`${kind}: errors`, failed.length, 0, 'requests');
  reportAtMost(`${kind}: event loop, highest p99 of 10 s`, watched.loopP99Ms, MAX_LOOP_P99_MS, 'ms');
  if (seconds >= MIN_MINUTES * 60)
    reportAtMost(`${kind}: memory`, watched.mbPerMinute, MAX_MB_PER_MINUTE, 'MB a minute more');
  else console.log(`${kind}: memory ${watched.memoryMb.toFixed(0)} MB at the end`);
  if (own.length < watched.seconds * pace * 0.9)
    report(`${kind}: only ${perSecond(own.length)} of ${pace} requests/s were reached`, false);
}

const budget = { seconds, pace };
if (database !== 'embedded')
  printResult(
    processes > 1 ? `PostgreSQL, ${processes} processes` : 'PostgreSQL',
    await measure(await startOnPostgres(processes), budget),
  );
if (database !== 'postgres') printResult('embedded', await measure(await startEmbedded(), budget));
process.exit();
