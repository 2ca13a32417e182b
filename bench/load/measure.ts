import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startConsole, type Console } from '../../e2e/support/console.ts';
import { signIn, signInToken } from '../../e2e/support/operator.ts';
import { listTenants } from '../../contract/src/tenants/calls.ts';
import type { TenantRow } from '../../contract/src/tenants/schema.ts';
import { addPersonWithPassword, PASSWORD } from '../../e2e/support/people.ts';
import { processorSeconds } from '../measure/processor-time.ts';
import { startFleetConsole } from '../measure/fleet-console.ts';
import { watchProcesses, type Watched } from './process-watch.ts';
import { Refused, Tab, type Answered } from './tab.ts';
import { work, type Operator } from './operator-work.ts';

const TENANTS = 10_000;
export const OPERATORS = 200;
/** Number of accounts; each has several tabs open. */
const PEOPLE = 25;
/** Before measuring: caches fill, code is compiled. */
const WARM_UP_MS = 20_000;
/** Interval of renewing access tokens, which last longer. */
const RENEW_MS = 8 * 60_000;
const MAX_THINK_MS = 400;
/** Search terms of operators. */
const NAMES = ['brimham', 'swim', 'leisure', 'north', 'trust', 'club', 'park', 'academy'];

/** A console of one or several processes. */
interface Started {
  urls: string[];
  /** CPU time of its database so far, in s; absent if the database is part of the process. */
  databaseSeconds?(): number;
  stop(): Promise<void>;
}

export async function startEmbedded(): Promise<Started> {
  const server = await startConsole({ SANDBOX_TENANTS: String(TENANTS), PROCESS: 'web' });
  return { urls: [server.url], stop: () => server.dispose() };
}

export async function startOnPostgres(processes: number): Promise<Started> {
  const { server, databaseUrl, databaseFolder, dataDir, stop } = await startFleetConsole(String(TENANTS));
  const others: Console[] = [];
  const SECRETS_KEY = readFileSync(join(dataDir, 'secrets.key'), 'utf8').trim();
  for (let at = 1; at < processes; at += 1)
    others.push(await startConsole({ DATABASE_URL: databaseUrl, SECRETS_KEY, PROCESS: 'web' }));
  return {
    urls: [server, ...others].map(({ url }) => url),
    databaseSeconds: () => postgresSeconds(databaseFolder),
    async stop() {
      for (const other of others) await other.dispose();
      await stop();
    },
  };
}

/** CPU time of a PostgreSQL with all its connections, including closed ones, in s. */
function postgresSeconds(folder: string): number {
  const [main = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ');
  return [main, ...children].reduce((sum, pid) => sum + processorSeconds(pid), 0);
}

/** Adds the operators' accounts and a few runs to follow. */
async function addData(url: string): Promise<string[]> {
  const admin = await signIn(url);
  const headers = { authorization: `Bearer ${await signInToken(url)}` };
  // The first responses after a start are computed for the whole fleet.
  for (const path of ['/api/tenant', '/api/attention', '/api/tenant/cron', '/metrics'])
    await (await fetch(`${url}${path}`, { headers })).arrayBuffer();
  const names = Array.from({ length: PEOPLE }, (_, at) => `operator-${at}`);
  for (const name of names) await addPersonWithPassword(url, admin, { name, role: 'operator' });
  for (const tag of ['9.0.1', '9.0.2', '9.0.3']) {
    await admin.call('POST', '/api/repos/tags', { app: 'coursepro', branch: 'main', tag });
    await admin.call('POST', '/api/release/create', { app: 'coursepro', tag, service: 'strive', env: 'prod' });
  }
  return names;
}

/**
 * Paces all operators together. Lost time is not made up.
 * @returns a function that resolves when this many requests may be sent
 */
function paceOf(requestsPerSecond: number): (requests: number) => Promise<void> {
  let next = 0;
  return (requests) => {
    const now = performance.now();
    const slot = Math.max(next, now);
    next = slot + (requests * 1000) / requestsPerSecond;
    return sleep(slot - now);
  };
}

/** Sequential, because the console limits concurrent password checks. */
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

export interface Measured {
  answers: Answered[];
  watched: Watched;
  /** Cores that the database used; 0 if it is part of the process. */
  databaseCores: number;
}

/** Runs the operators against a console, then stops it. @param pace requests per second of all operators together */
export async function measure(
  { urls, databaseSeconds = () => 0, stop }: Started,
  { seconds, pace }: { seconds: number; pace: number },
): Promise<Measured> {
  try {
    const [url = ''] = urls;
    const people = await addData(url);
    const tokens = await signInAll(url, people);
    const answers: Answered[] = [];
    const paced = paceOf(pace);
    let measures = false;
    const note = (answered: Answered): void => {
      if (measures) answers.push(answered);
    };
    const tabs = Array.from(
      { length: OPERATORS },
      (_, at) => new Tab(urls[at % urls.length] ?? '', tokens[at % PEOPLE] ?? '', paced, note),
    );
    const renewal = setInterval(() => {
      void signInAll(url, people).then((all) => {
        for (const [at, tab] of tabs.entries()) tab.signIn(all[at % PEOPLE] ?? '');
      });
    }, RENEW_MS);
    await Promise.all(tabs.map((tab) => tab.follow()));
    for (const tab of tabs) await tab.show([{ call: listTenants }]);
    const tenants = await idsWithCourses(url, tokens[0] ?? '');
    let ended = false;
    const operators = tabs.map(async (tab, at) => {
      await sleep(randomInt(2_000));
      const operator: Operator = {
        tab,
        tenant: () => tenants[randomInt(tenants.length)] ?? 0,
        ownTenant: () => tenants[at + OPERATORS * randomInt(Math.floor(tenants.length / OPERATORS))] ?? 0,
        name: () => NAMES[randomInt(NAMES.length)] ?? '',
        think: () => sleep(randomInt(MAX_THINK_MS)),
      };
      while (!ended)
        // Rejected requests are counted; the operator continues with another job.
        await work(operator).catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error;
        });
    });
    await sleep(WARM_UP_MS);
    measures = true;
    const before = databaseSeconds();
    const watched = await watchProcesses(urls, seconds);
    const databaseCores = (databaseSeconds() - before) / watched.seconds;
    [measures, ended] = [false, true];
    await Promise.all(operators);
    clearInterval(renewal);
    for (const tab of tabs) tab.close();
    return { answers, watched, databaseCores };
  } finally {
    await stop();
  }
}
