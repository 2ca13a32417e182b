// Runs every bench with short settings, in about an hour, and writes docs/performance.md. Times are only judged while nobody else
// uses the machine. A result a quarter worse than on the page is measured again, and fails when it is worse both times.
// Run: npm run bench   (`npm run bench -- search cron` measures only these again; `npm run bench -- soak` is not part of it: 60 minutes)
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { endOnInterrupt, runCommand } from '../scripts/gates/gate.ts';
import { BENCHES, benchFile, type Bench } from './list.ts';
import { performancePage, readOutcomes, worsened, type Outcome } from './performance-page.ts';

const PAGE = 'docs/performance.md';
const MAX_SECONDS = 65 * 60;
/** Minimum time left for a useful measurement. */
const MIN_SECONDS = 10;
/** Output of a bench that ended with an exception rather than a missed limit. */
const BROKEN = /^Node\.js v\d+/m;
const ENDED_BY_TIME = 124;

endOnInterrupt();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !BENCHES.some((bench) => bench.name === name));
if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}.`);

const pageBefore = readFileSync(PAGE, 'utf8');
const committed = readOutcomes(pageBefore, BENCHES);
const committedOf = (bench: Bench): Outcome | undefined => committed.find((outcome) => outcome.bench === bench);
const slower: string[] = [];
const unjudged: string[] = [];
const fleets = mkdtempSync(join(tmpdir(), 'mc-bench-fleets-'));
const begun = performance.now();
const secondsSince = (start: number): number => (performance.now() - start) / 1000;
const load = (): number => loadavg()[0] ?? 0;
const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, ${(totalmem() / 1024 ** 3).toFixed(0)} GB`;
const measured = (): string => `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${machine}`;

/** Cores that other processes may use while times are judged. */
const MAX_OTHERS_CORES = 0.2;
const QUIET_WINDOW_MS = 2_000;
const MAX_WAIT_MS = 60_000;

/** Cores that all processes used during the window. */
async function busyCores(): Promise<number> {
  const times = (): number =>
    cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
  const before = times();
  await sleep(QUIET_WINDOW_MS);
  return (times() - before) / QUIET_WINDOW_MS;
}

/** Waits until nobody else uses the machine. Returns the cores in use if it stays busy, else null. */
async function othersAtWork(): Promise<number | null> {
  for (const start = performance.now(); ;) {
    const busy = await busyCores();
    if (busy <= MAX_OTHERS_CORES) return null;
    if (performance.now() - start > MAX_WAIT_MS) return busy;
  }
}

async function runBench(bench: Bench, secondsLeft: number): Promise<Outcome> {
  const facts = { bench, load: load(), measured: measured() };
  if (secondsLeft < MIN_SECONDS) return { ...facts, verdict: 'not measured', seconds: 0, output: 'The time was over.' };
  const start = performance.now();
  const timeoutMs = Math.min(bench.timeoutS, secondsLeft) * 1000;
  const { code, output } = await runCommand(process.execPath, [benchFile(bench.name), ...(bench.args ?? [])], {
    timeoutMs,
    env: { ...process.env, BENCH_FLEETS: fleets },
  });
  const seconds = secondsSince(start);
  if (code === ENDED_BY_TIME)
    return { ...facts, verdict: 'not measured', seconds, output: `Ended after ${seconds.toFixed(0)} s.` };
  if (code !== 0 && BROKEN.test(output)) return { ...facts, verdict: 'not measured', seconds, output };
  return { ...facts, verdict: code === 0 ? 'holds' : 'falls short', seconds, output };
}

/** Runs a bench, and again if it is worse than on the page, and prints its outcome. */
async function report(bench: Bench): Promise<Outcome> {
  const secondsLeft = (): number => (wanted.length > 0 ? Infinity : MAX_SECONDS - secondsSince(begun));
  let outcome = await runBench(bench, secondsLeft());
  const old = committedOf(bench);
  if (bench.beside === undefined && old && worsened(old, outcome).length > 0) {
    outcome = await runBench(bench, secondsLeft());
    for (const line of worsened(old, outcome)) slower.push(`${bench.name}: ${line}`);
  }
  const line = `${outcome.verdict.padEnd(13)}${bench.name.padEnd(22)}${outcome.seconds.toFixed(0).padStart(4)} s`;
  console.log(outcome.verdict === 'holds' && wanted.length === 0 ? line : `${line}\n${outcome.output.trimEnd()}`);
  return outcome;
}

/** Keeps the page's outcome when a bench of times cannot be judged. */
async function reportInQuiet(bench: Bench): Promise<Outcome> {
  const busy = await othersAtWork();
  if (busy === null) return report(bench);
  const output = `Not judged: other processes use ${busy.toFixed(1)} cores. Run it again on a quiet machine.`;
  console.log(`not judged   ${bench.name}\n${output}`);
  unjudged.push(bench.name);
  return (
    committedOf(bench) ?? { bench, verdict: 'not measured', seconds: 0, output, load: load(), measured: measured() }
  );
}

/** Runs the benches of a queue sequentially; several lanes may share the queue. */
async function runLane(queue: Bench[]): Promise<Outcome[]> {
  const ended: Outcome[] = [];
  for (let bench = queue.shift(); bench !== undefined; bench = queue.shift()) ended.push(await report(bench));
  return ended;
}

const inOrder = (all: readonly Outcome[]): Outcome[] =>
  all.toSorted((one, other) => BENCHES.indexOf(one.bench) - BENCHES.indexOf(other.bench));
const chosen = BENCHES.filter(({ name, long }) => (wanted.length === 0 ? !long : wanted.includes(name)));
const timed = chosen.filter(({ beside }) => beside === undefined);
const besideOf = (name: string): Bench[] => chosen.filter(({ beside }) => beside === name);
const counting = chosen.filter((bench) => !timed.includes(bench) && !timed.some(({ name }) => name === bench.beside));
const outcomes: Outcome[] = [];
try {
  for (const bench of timed)
    outcomes.push(...(await Promise.all([reportInQuiet(bench), ...besideOf(bench.name).map(report)])));
  outcomes.push(...(await Promise.all([runLane(counting), runLane(counting)])).flat());
} finally {
  rmSync(fleets, { recursive: true, force: true });
}
const kept = committed.filter(({ bench }) => !chosen.includes(bench) && (wanted.length > 0 || bench.long));
writeFileSync(PAGE, performancePage(inOrder([...kept, ...outcomes])));
console.log(`Wrote ${PAGE} after ${(secondsSince(begun) / 60).toFixed(1)} minutes.`);
if (slower.length > 0) console.log(`Over a quarter worse than on the page before, twice:\n${slower.join('\n')}`);
const isGood = slower.length === 0 && unjudged.length === 0 && outcomes.every(({ verdict }) => verdict === 'holds');
process.exitCode = isGood ? 0 : 1;
