// Runs every bench with short settings, in about half an hour, and writes docs/performance.md.
// Run: npm run bench   (`npm run bench -- search cron` measures only these anew)
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { endOnInterrupt, runCommand } from '../scripts/gates/gate.ts';
import { BENCHES, benchFile, type Bench } from './list.ts';
import { performancePage, readMachine, readOutcomes, type Outcome } from './performance-page.ts';

const PAGE = 'docs/performance.md';
const MAX_SECONDS = 45 * 60;
/** Minimum time left for a useful measurement. */
const MIN_SECONDS = 10;
/** Output of a bench that ended with an exception rather than a missed limit. */
const BROKEN = /^Node\.js v\d+/m;
const ENDED_BY_TIME = 124;

const fleets = mkdtempSync(join(tmpdir(), 'mc-bench-fleets-'));
const begun = performance.now();
const secondsSince = (start: number): number => (performance.now() - start) / 1000;
const load = (): number => loadavg()[0] ?? 0;

async function runBench(bench: Bench, secondsLeft: number): Promise<Outcome> {
  const facts = { bench, load: load() };
  if (secondsLeft < MIN_SECONDS) return { ...facts, verdict: 'not measured', seconds: 0, output: 'The time was over.' };
  const start = performance.now();
  const timeoutMs = Math.min(bench.most, secondsLeft) * 1000;
  const { code, output } = await runCommand(process.execPath, [benchFile(bench.name), ...bench.short], {
    timeoutMs,
    env: { ...process.env, BENCH_FLEETS: fleets },
  });
  const seconds = secondsSince(start);
  if (code === ENDED_BY_TIME)
    return { ...facts, verdict: 'not measured', seconds, output: `Ended after ${seconds.toFixed(0)} s.` };
  if (code !== 0 && BROKEN.test(output)) return { ...facts, verdict: 'not measured', seconds, output };
  return { ...facts, verdict: code === 0 ? 'holds' : 'falls short', seconds, output };
}

endOnInterrupt();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !BENCHES.some((bench) => bench.name === name));
if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}.`);

const machine = [
  `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC; ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, ${(totalmem() / 1024 ** 3).toFixed(0)} GB`,
  `Node ${process.versions.node}, Linux ${release()}; load before the first bench ${load().toFixed(1)}`,
];
/** Runs a bench and prints its outcome. */
async function tell(bench: Bench): Promise<Outcome> {
  const outcome = await runBench(bench, MAX_SECONDS - secondsSince(begun));
  const line = `${outcome.verdict.padEnd(13)}${bench.name.padEnd(22)}${outcome.seconds.toFixed(0).padStart(4)} s`;
  console.log(outcome.verdict === 'holds' && wanted.length === 0 ? line : `${line}\n${outcome.output.trimEnd()}`);
  return outcome;
}

/** Runs the benches of a queue sequentially; several lanes may share the queue. */
async function runLane(queue: Bench[]): Promise<Outcome[]> {
  const ended: Outcome[] = [];
  for (let bench = queue.shift(); bench !== undefined; bench = queue.shift()) ended.push(await tell(bench));
  return ended;
}

const inOrder = (all: readonly Outcome[]): Outcome[] =>
  all.toSorted((one, other) => BENCHES.indexOf(one.bench) - BENCHES.indexOf(other.bench));
const chosen = BENCHES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const timed = chosen.filter(({ beside }) => beside === undefined);
const besideOf = (name: string): Bench[] => chosen.filter(({ beside }) => beside === name);
const counting = chosen.filter((bench) => !timed.includes(bench) && !timed.some(({ name }) => name === bench.beside));
const outcomes: Outcome[] = [];
try {
  for (const bench of timed)
    outcomes.push(...(await Promise.all([bench, ...besideOf(bench.name)].map((one) => tell(one)))));
  outcomes.push(...(await Promise.all([runLane(counting), runLane(counting)])).flat());
} finally {
  rmSync(fleets, { recursive: true, force: true });
}
const before = readFileSync(PAGE, 'utf8');
const kept = wanted.length === 0 ? [] : readOutcomes(before, BENCHES).filter((one) => !chosen.includes(one.bench));
const circumstances =
  wanted.length === 0 ? machine : [...readMachine(before), `Measured again: ${wanted.join(', ')}, ${machine[0]}`];
writeFileSync(PAGE, performancePage(inOrder([...kept, ...outcomes]), circumstances));
console.log(`Wrote ${PAGE} after ${(secondsSince(begun) / 60).toFixed(1)} minutes.`);
process.exitCode = outcomes.every(({ verdict }) => verdict === 'holds') ? 0 : 1;
