// A worker checks 5,000 monitors every 20 s over real sockets while their sites fail as scripted; compares its findings with the
// script. A bare timer in the same run measures the machine's own lateness.
// Run: node bench/monitors/monitors.ts [seconds] [--embedded] [--profile]   (needs the Debian package postgresql unless --embedded)
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CHECK_INTERVAL_MS } from '@mission-control/contract/monitors/rules';
import { machineLoad, quantile, report, reportAtMost } from '../measure/figures.ts';
import { startInstalledPostgres } from '../measure/postgres.ts';
import type { ProberFacts } from './monitor-prober.ts';
import { isTcp, MONITORS, MIN_RUN_MS, troubleOf, WARM_UP_MS } from './monitor-script.ts';

const LIMITS = { done: 0.99, p99Ms: 50, cpuPercent: 40 };
/** A timer with the same interval as the checks. */
const BARE_EVERY_MS = CHECK_INTERVAL_MS / MONITORS;

const options = process.argv.slice(2);
const embedded = options.includes('--embedded');
const seconds = Math.max(
  Number(options.find((option) => /^\d+$/.test(option)) ?? 120),
  (MIN_RUN_MS - WARM_UP_MS) / 1_000,
);

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
  return late;
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
  const machine = quantile(bare, 0.99);
  report(`${facts.done} of ${scheduled} checks done and written (at least 99%)`, facts.done >= scheduled * LIMITS.done);
  console.log(
    `p99 of lateness with the waiting for a core ${quantile(facts.lateness, 0.99).toFixed(0)} ms, longest ${quantile(facts.lateness, 1).toFixed(0)} ms, ` +
      `of a bare timer ${machine.toFixed(0)} ms`,
  );
  reportAtMost('p99 of lateness without the waiting for a core', quantile(facts.ownLateness, 0.99), LIMITS.p99Ms, 'ms');
  if (facts.spread === null) report('some monitors were never checked', false);
  else reportAtMost('all begun within', facts.spread / 1_000, (CHECK_INTERVAL_MS + machine) / 1_000, 's');
  reportAtMost('checked twice in an interval', facts.doubles, 0, 'times');
  reportAtMost('false DOWN', falseDown, 0, 'outages');
  report(`the prober ${facts.wasFaulty ? 'thought itself faulty' : 'trusted itself'}`, !facts.wasFaulty);
  report(
    `${found.size} of ${scripted.length} outages found with their length, ${facts.offline} still offline at the end`,
    found.size === scripted.length && facts.offline === 0,
  );
  reportAtMost('CPU time', facts.cores * 100, LIMITS.cpuPercent, '% of a core');
}

const postgres = embedded ? undefined : await startInstalledPostgres();
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
  console.log(`load of the machine: ${machineLoad()}`);
} finally {
  prober.kill();
  targets.kill();
  await postgres?.stop();
}
