// A maintenance window that switches the CoursePro of 2,000 tenants to maintenance and back: the cost of entering and leaving it for a
// console with its worker, the time until the last one is switched, and the response times meanwhile.
// Run: node bench/windows.ts [tenants]   (needs the Debian package postgresql)
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { signInToken } from '../e2e/support/operator.ts';
import { startFleetConsole } from './peers/fleet-console.ts';
import { processorMs } from './peers/processor-time.ts';

const TENANTS = process.argv[2] ?? '2000';
/** CPU time of the console for each tenant, to switch it and notify its servers. */
const MAX_MS_EACH = 40;
/** 99 of 100 requests take at most this long meanwhile. */
const MAX_ANSWER_MS = 250;
const TIMEOUT_MS = 400_000;

const { server, databaseUrl, stop } = await startFleetConsole(TENANTS, { PROCESS: 'all' });
const authorization = `Bearer ${await signInToken(server.url)}`;
const client = new Client({ connectionString: databaseUrl });
await client.connect();

async function send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${server.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

async function count(sql: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${sql}`);
  return Number(rows[0]?.count);
}
const CONTROLLED = `tenant_services s join tenants t on t.id = s.tenant_id and t.deleted_at is null where s.service = 'coursepro'`;
const isSwitched = (on: boolean) => count(`${CONTROLLED} and s.maintenance = ${on}`);
const isWaiting = () => count(`jobs.job where name = 'control.publish' and state in ('created', 'retry', 'active')`);

/** Waits until all are switched and all servers are notified; requests continue meanwhile. */
async function follow(name: string, on: boolean, all: number): Promise<boolean> {
  const start = Date.now();
  const before = await processorMs(server.url);
  const took: number[] = [];
  let done = false;
  const requests = (async () => {
    for (let at = 0; !done; at += 1) {
      const from = performance.now();
      await send('GET', `/api/tenant/${(at % 50) + 1}`);
      took.push(performance.now() - from);
      await pause(40);
    }
  })();
  const giveUp = (error: unknown): never => {
    done = true;
    throw error;
  };
  const until = async (isOver: () => Promise<boolean>): Promise<number> => {
    while (!(await isOver()) && Date.now() - start < TIMEOUT_MS) await pause(250);
    return Date.now() - start;
  };
  const switchedMs = await until(async () => (await isSwitched(on)) >= all).catch(giveUp);
  const toldMs = await until(async () => (await isWaiting()) === 0).catch(giveUp);
  done = true;
  await requests;
  const switched = await isSwitched(on);
  const each = ((await processorMs(server.url)) - before) / all;
  took.sort((one, other) => one - other);
  const p99 = took[Math.floor(took.length * 0.99)] ?? Infinity;
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(0)} s`;
  console.log(
    `${name}: ${switched} of ${all} switched after ${seconds(switchedMs)}, servers told after ${seconds(toldMs)}; ` +
      `${each.toFixed(1)} ms of processor time each; ${took.length} requests meanwhile: median ${took[took.length >> 1]?.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
  );
  return switched === all && each <= MAX_MS_EACH && p99 <= MAX_ANSWER_MS;
}

try {
  // Lets the first checks of all sites pass.
  await pause(20_000);
  const all = await isSwitched(false);
  const others = await isSwitched(true);
  const { id } = await send<{ id: number }>('POST', '/api/window', {
    name: 'Bench',
    note: '',
    scope: { tenants: [], environments: [], services: ['coursepro'] },
    starts: new Date().toISOString().slice(0, 16),
    zone: 'UTC',
    minutes: 60,
    rule: null,
    switches: true,
  });
  const entered = await follow('entering', true, all + others);
  await send('POST', `/api/window/${id}/end`);
  const left = await follow('leaving', false, all);
  console.log(`${others} were in maintenance before and stay so: ${(await isSwitched(true)) === others ? 'ok' : 'NO'}`);
  if (!entered || !left) process.exitCode = 1;
} finally {
  await client.end();
  await stop();
}
process.exit();
