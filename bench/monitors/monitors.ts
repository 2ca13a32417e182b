// A worker checks 5,000 monitors every 20 s over real sockets while their sites fail as scripted; compares its findings with the
// script. A bare timer in the same run measures the machine's own lateness.
// Run: node bench/monitors/monitors.ts [seconds] [--embedded] [--profile]   (needs the Debian package postgresql unless --embedded)
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CHECK_INTERVAL_MS } from '@mission-control/contract/monitors/rules';
import { findPostgres, startPostgres } from '../../server/src/ports/testing/postgresql.ts';
import type { ProberFacts } from './monitor-prober.ts';
import { isTcp, MONITORS, MIN_RUN_MS, troubleOf, WARM_UP_MS } from './monitor-script.ts';

const LIMITS = { done: 0.99, p99Ms: 50, cores: 0.4 };
/** A timer with the same interval as the checks. */
const BARE_EVERY_MS = CHECK_INTERVAL_MS / MONITORS;

const options = process.argv.slice(2);
const embedded = options.includes('--embedded');
const seconds = Math.max(
  Number(options.find((option) => /^\d+$/.test(option)) ?? 120),
  (MIN_RUN_MS - WARM_UP_MS) / 1_000,
);

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Infinity;

function start(file: string, args: string[], env: NodeJS.ProcessEnv = {}, execArgv: string[] = []): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    env: { PATH: process.env['PATH'], ...env },
    execArgv,
  });
}

/** The next message of a process. @throws when it exits without one */
async function hear<Message>(child: ChildProcess): Promise<Message> {
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`A process ended with ${String(code)}.`)),
  );
  ended.catch(() => {});
  return ((await Promise.race([once(child, 'message'), ended])) as [Message])[0];
}

/** Lateness of a loop that only waits for the check times. */
async function runBare(from: number, to: number): Promise<number[]> {
  const late: number[] = [];
  let due = from;
  await new Promise<void>((settle) => {
    const turn = (): void => {
      for (; due <= Date.now() && due < to; due += BARE_EVERY_MS) late.push(Date.now() - due);
      if (due >= to) settle();
      else setTimeout(turn, due - Date.now());
    };
    turn();
  });
  return late.toSorted((a, b) => a - b);
}

const ms = (value = Infinity): string => `${value.toFixed(0)} ms`;

function report(what: string, ok: boolean): void {
  console.log(`${ok ? 'ok      ' : 'TOO BAD '} ${what}`);
  if (!ok) process.exitCode = 1;
}

/** Whether an outage matches the script: checks notice it up to one interval later, plus the timeout for silent sites. */
const isTrue = ({ index, from, to }: ProberFacts['outages'][number]): boolean => {
  const trouble = troubleOf(index);
  return (
    trouble?.outage === true &&
    from >= trouble.from - 100 &&
    from <= trouble.from + CHECK_INTERVAL_MS + 1_000 &&
    to !== null &&
    to >= trouble.to - 100 &&
    to <= trouble.to + CHECK_INTERVAL_MS + 1_000
  );
};

function judge(facts: ProberFacts, bare: readonly number[]): void {
  const scheduled = (MONITORS * seconds * 1_000) / CHECK_INTERVAL_MS;
  const scripted = Array.from({ length: MONITORS }, (_, index) => index).filter((index) => troubleOf(index)?.outage);
  const found = new Set(facts.outages.filter(isTrue).map(({ index }) => index));
  const falseDown = facts.outages.length - found.size;
  const [late, own, machine] = [facts.lateness, facts.ownLateness, bare].map((values) => percentile(values, 0.99));
  report(`${facts.done} of ${scheduled} checks done and written (at least 99%)`, facts.done >= scheduled * LIMITS.done);
  report(
    `p99 of lateness ${ms(own)} without the waiting for a core (under ${LIMITS.p99Ms} ms); with it ${ms(late)}, ` +
      `longest ${ms(facts.lateness.at(-1))}, of a bare timer ${ms(machine)}`,
    own !== undefined && own < LIMITS.p99Ms,
  );
  report(
    `all begun within ${(facts.spread / 1_000).toFixed(1)} s (one interval)`,
    facts.spread <= CHECK_INTERVAL_MS + (machine ?? 0),
  );
  report(`${facts.doubles} checked twice in an interval`, facts.doubles === 0);
  report(
    `${falseDown} false DOWN; the prober ${facts.wasFaulty ? 'thought itself faulty' : 'trusted itself'}`,
    falseDown === 0 && !facts.wasFaulty,
  );
  report(
    `${found.size} of ${scripted.length} outages found with their length, ${facts.offline} still offline at the end`,
    found.size === scripted.length && facts.offline === 0,
  );
  report(`${(facts.cores * 100).toFixed(1)}% of a core (under ${LIMITS.cores * 100}%)`, facts.cores < LIMITS.cores);
}

const programs = embedded ? undefined : findPostgres();
if (!embedded && !programs) throw new Error('Install PostgreSQL: apt-get install postgresql');
const postgres = programs === undefined ? undefined : await startPostgres(programs);
const targets = start('monitor-targets.ts', []);
const ports = await hear(targets);
const prober = start(
  'monitor-prober.ts',
  [JSON.stringify(ports), String(seconds)],
  postgres && { TEST_DATABASE_URL: postgres.url },
  options.includes('--profile') ? ['--cpu-prof'] : [],
);
try {
  await hear(prober);
  const begin = Date.now() + 500;
  for (const child of [targets, prober]) child.send({ begin });
  const tcp = Array.from({ length: MONITORS }, (_, index) => index).filter(isTcp).length;
  console.log(`${MONITORS} monitors (${tcp} of them TCP) for ${seconds} s on ${embedded ? 'PGlite' : 'PostgreSQL'}`);
  const bare = runBare(begin + WARM_UP_MS, begin + WARM_UP_MS + seconds * 1_000);
  const facts = await hear<ProberFacts>(prober);
  judge(facts, await bare);
  // The profile is only written on a regular exit.
  if (prober.exitCode === null) await once(prober, 'exit');
  console.log(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
} finally {
  prober.kill();
  targets.kill();
  await postgres?.stop();
}
