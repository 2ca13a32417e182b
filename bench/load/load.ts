// Operators who behave like people on a console with 10,000 tenants, embedded and on PostgreSQL: each has a tab that follows the live
// events, and they read, search, switch, edit and commit at a pace of 300 requests a second together; what the tabs read again
// because of live events comes on top. Operators, console and database share the machine. Sites are not checked and no jobs run
// meanwhile (`PROCESS=web`); other benches measure those.
// Run: node bench/load/load.ts [seconds] [requests a second] [postgres|embedded] [web processes]   (needs the Debian package postgresql)
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startConsole, type Console } from '../../e2e/support/console.ts';
import { signIn, signInToken } from '../../e2e/support/operator.ts';
import type { TenantRow } from '../../contract/src/tenants/schema.ts';
import { addPersonWithPassword, PASSWORD } from '../../e2e/support/people.ts';
import { startFleetConsole } from '../peers/fleet-console.ts';
import { watchProcesses, type Watched } from './process-watch.ts';
import { isAccepted, Refused, Tab, type Answered } from './tab.ts';
import { work, type Operator } from './operator-work.ts';

const TENANTS = 10_000;
const OPERATORS = 200;
/** Each has several tabs open. */
const PEOPLE = 25;
const MAX_P99_MS = 250;
const MAX_LOOP_P99_MS = 50;
const MAX_MB_PER_MINUTE = 1;
/** Shorter runs say nothing about memory. */
const MIN_MINUTES = 5;
/** Before measuring: tabs open, caches fill, code is compiled. */
const WARM_UP_MS = 20_000;
/** Of access tokens, which last longer. */
const RENEW_MS = 8 * 60_000;
const [seconds, pace, database, processes] = [
  Number(process.argv[2] ?? 600),
  Number(process.argv[3] ?? 300),
  process.argv[4],
  Number(process.argv[5] ?? 1),
];

interface Started {
  urls: string[];
  stop(): Promise<void>;
}

async function startEmbedded(): Promise<Started> {
  const server = await startConsole({ SANDBOX_TENANTS: String(TENANTS), PROCESS: 'web' });
  return { urls: [server.url], stop: () => server.dispose() };
}

async function startOnPostgres(): Promise<Started> {
  const { server, databaseUrl, stop } = await startFleetConsole(String(TENANTS));
  const others: Console[] = [];
  for (let at = 1; at < processes; at += 1)
    others.push(await startConsole({ DATABASE_URL: databaseUrl, DATA_DIR: server.dataDir, PROCESS: 'web' }));
  return {
    urls: [server, ...others].map(({ url }) => url),
    async stop() {
      for (const other of others) await other.end('SIGTERM');
      await stop();
    },
  };
}

/** Adds the operators' accounts and a few runs to follow. */
async function prepare(url: string): Promise<string[]> {
  const admin = await signIn(url);
  // The first answers after a start are prepared for the whole fleet.
  for (const path of ['/api/tenant', '/api/attention', '/api/tenant/cron']) await admin.call('GET', path);
  const names = Array.from({ length: PEOPLE }, (_, at) => `operator-${at}`);
  for (const name of names) await addPersonWithPassword(url, admin, { name, role: 'operator' });
  for (const tag of ['9.0.1', '9.0.2', '9.0.3']) {
    await admin.call('POST', '/api/repos/tags', { app: 'coursepro', branch: 'main', tag });
    await admin.call('POST', '/api/release/create', { app: 'coursepro', tag, service: 'strive', env: 'prod' });
  }
  return names;
}

/** Paces all operators: each request takes a slot of a common clock. Time lost is not caught up. */
function paceOf(requestsPerSecond: number): { take(): void; think(): Promise<void> } {
  let next = performance.now();
  return {
    take: () => void (next = Math.max(next, performance.now()) + 1000 / requestsPerSecond),
    /** Until the requests sent so far are due, and a random while that keeps operators apart. */
    think: () => sleep(Math.max(0, next - performance.now()) + randomInt(400)),
  };
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const shown = (ms: number): string => `${ms.toFixed(0).padStart(5)} ms`;

function tell(what: string, value: number, most: number, unit: string): void {
  const ok = value <= most;
  console.log(`${what}: ${value.toFixed(1)} ${unit} (at most ${most}): ${ok ? 'ok' : 'TOO MUCH'}`);
  if (!ok) process.exitCode = 1;
}

function tellCalls(answers: readonly Answered[]): void {
  const byName = Map.groupBy(answers, ({ name }) => name);
  for (const [name, all] of [...byName].toSorted(([, one], [, other]) => other.length - one.length)) {
    const times = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
    console.log(
      `  ${name.padEnd(24)}${String(all.length).padStart(7)}  p50 ${shown(quantile(times, 0.5))}  p99 ${shown(quantile(times, 0.99))}`,
    );
  }
}

function tellAll(kind: string, answers: readonly Answered[], watched: Watched): void {
  const own = answers.filter(({ isFollowing }) => !isFollowing);
  const writes = own.filter(({ isWrite }) => isWrite).length;
  const failed = answers.filter(({ status }) => !isAccepted(status));
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  console.log(
    `${kind}: ${(own.length / seconds).toFixed(0)} requests/s of ${OPERATORS} operators, ${((writes * 100) / own.length).toFixed(0)} % of them writes; ${((answers.length - own.length) / seconds).toFixed(0)}/s read again after live events`,
  );
  tellCalls(answers);
  console.log(`${kind}: p50 ${quantile(times, 0.5).toFixed(1)} ms, ${watched.cores.toFixed(2)} cores for the console`);
  tell(`${kind}: p99 of all requests`, quantile(times, 0.99), MAX_P99_MS, 'ms');
  tell(
    `${kind}: errors ${[...new Set(failed.map(({ name, status }) => `${name} ${status}`))].join(', ')}`,
    failed.length,
    0,
    'requests',
  );
  tell(`${kind}: event loop, highest p99 of 10 s`, watched.loopP99Ms, MAX_LOOP_P99_MS, 'ms');
  if (seconds >= MIN_MINUTES * 60) tell(`${kind}: memory`, watched.mbPerMinute, MAX_MB_PER_MINUTE, 'MB a minute');
  else console.log(`${kind}: memory ${watched.memoryMb.toFixed(0)} MB at the end`);
  if (own.length < seconds * pace * 0.9) {
    console.log(`${kind}: only ${(own.length / seconds).toFixed(0)} of ${pace} requests/s were reached: TOO FEW`);
    process.exitCode = 1;
  }
}

/** One after another: the console bounds how many passwords it checks at once. */
async function signInAll(url: string, people: readonly string[]): Promise<string[]> {
  const tokens: string[] = [];
  for (const user of people) tokens.push(await signInToken(url, { user, password: PASSWORD }));
  return tokens;
}

async function idsWithCourses(url: string, token: string): Promise<number[]> {
  const answer = await fetch(`${url}/api/tenant`, { headers: { authorization: `Bearer ${token}` } });
  const { tenants } = (await answer.json()) as { tenants: TenantRow[] };
  return tenants.filter(({ cpweb_name }) => cpweb_name !== null).map(({ _id }) => _id);
}

async function measure(kind: string, { urls, stop }: Started): Promise<void> {
  try {
    const people = await prepare(urls[0] ?? '');
    const tokens = await signInAll(urls[0] ?? '', people);
    const answers: Answered[] = [];
    const clock = paceOf(pace);
    let measures = false;
    const note = (answered: Answered): void => {
      if (!answered.isFollowing) clock.take();
      if (measures) answers.push(answered);
    };
    const tabs = Array.from(
      { length: OPERATORS },
      (_, at) => new Tab(urls[at % urls.length] ?? '', tokens[at % PEOPLE] ?? '', note),
    );
    const renewal = setInterval(() => {
      void signInAll(urls[0] ?? '', people).then((all) => {
        for (const [at, tab] of tabs.entries()) tab.signIn(all[at % PEOPLE] ?? '');
      });
    }, RENEW_MS);
    await Promise.all(tabs.map((tab) => tab.follow()));
    const tenants = await idsWithCourses(urls[0] ?? '', tokens[0] ?? '');
    let ended = false;
    const operators = tabs.map(async (tab) => {
      await sleep(randomInt(2_000));
      const operator: Operator = {
        tab,
        tenant: () => tenants[randomInt(tenants.length)] ?? 0,
        name: () => NAMES[randomInt(NAMES.length)] ?? '',
        think: clock.think,
      };
      while (!ended)
        // What was refused is counted; the operator goes on with something else.
        await work(operator).catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error;
        });
    });
    await sleep(WARM_UP_MS);
    measures = true;
    const watched = await watchProcesses(urls, seconds);
    [measures, ended] = [false, true];
    await Promise.all(operators);
    clearInterval(renewal);
    for (const tab of tabs) tab.close();
    tellAll(kind, answers, watched);
  } finally {
    await stop();
  }
}

/** What operators look for. */
const NAMES = ['brimham', 'swim', 'leisure', 'north', 'trust', 'club', 'park', 'academy'];

if (database !== 'embedded')
  await measure(processes > 1 ? `PostgreSQL, ${processes} processes` : 'PostgreSQL', await startOnPostgres());
if (database !== 'postgres') await measure('embedded', await startEmbedded());
process.exit();
