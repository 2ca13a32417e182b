// A maintenance window that switches the CoursePro of 2,000 tenants to maintenance and back: the cost of entering and leaving it for a
// console with its worker, the time until the last one is switched, and the response times meanwhile.
// Run: node bench/windows.ts [tenants]   (needs the Debian package postgresql)
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { signInClient } from './measure/client.ts';
import { median, quantile, report, reportAtMost } from './measure/figures.ts';
import { processorMs } from './measure/processor-time.ts';
import { startFleetConsole } from './measure/fleet-console.ts';

const TENANTS = process.argv[2] ?? '2000';
/** CPU time of the console for each tenant, to switch it and notify its servers. */
const MAX_MS_EACH = 40;
/** 99 of 100 requests take at most this long meanwhile. */
const MAX_RESPONSE_MS = 250;
const TIMEOUT_MS = 400_000;

const { server, databaseUrl, stop } = await startFleetConsole(TENANTS, { PROCESS: 'all' });
const send = await signInClient(server.url);
const client = new Client({ connectionString: databaseUrl });
await client.connect();

async function count(sql: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${sql}`);
  return Number(rows[0]?.count);
}
const CONTROLLED = `tenant_services s join tenants t on t.id = s.tenant_id and t.deleted_at is null where s.service = 'coursepro'`;
const countSwitched = (on: boolean) => count(`${CONTROLLED} and s.maintenance = ${on}`);
const countWaiting = () => count(`jobs.job where name = 'control.publish' and state in ('created', 'retry', 'active')`);

/** Waits until all are switched and all servers are notified; requests continue meanwhile. */
async function follow(name: string, on: boolean, all: number): Promise<void> {
  const start = performance.now();
  const before = await processorMs(server.url);
  const times: number[] = [];
  let done = false;
  const requests = (async () => {
    for (let at = 0; !done; at += 1) {
      const from = performance.now();
      await send('GET', `/api/tenant/${(at % 50) + 1}`);
      times.push(performance.now() - from);
      await pause(40);
    }
  })();
  const secondsUntil = async (isOver: () => Promise<boolean>): Promise<string> => {
    while (!(await isOver()) && performance.now() - start < TIMEOUT_MS) await pause(250);
    return ((performance.now() - start) / 1000).toFixed(0);
  };
  try {
    const switchedS = await secondsUntil(async () => (await countSwitched(on)) >= all);
    const notifiedS = await secondsUntil(async () => (await countWaiting()) === 0);
    console.log(`${name}: switched after ${switchedS} s, servers notified after ${notifiedS} s`);
  } finally {
    done = true;
  }
  await requests;
  const switched = await countSwitched(on);
  report(`${name}: ${switched} of ${all} switched`, switched === all);
  reportAtMost(
    `${name}: for each`,
    ((await processorMs(server.url)) - before) / all,
    MAX_MS_EACH,
    'ms of processor time',
  );
  console.log(`${name}: ${times.length} requests meanwhile, median ${median(times).toFixed(0)} ms`);
  reportAtMost(`${name}: requests meanwhile, p99`, quantile(times, 0.99), MAX_RESPONSE_MS, 'ms');
}

try {
  // Lets the first checks of all sites pass.
  await pause(20_000);
  const all = await countSwitched(false);
  const others = await countSwitched(true);
  const window = await send('POST', '/api/window', {
    name: 'Bench',
    note: '',
    scope: { tenants: [], environments: [], services: ['coursepro'] },
    starts: new Date().toISOString().slice(0, 16),
    zone: 'UTC',
    minutes: 60,
    rule: null,
    switches: true,
  });
  await follow('entering', true, all + others);
  await send('POST', `/api/window/${(JSON.parse(window) as { id: number }).id}/end`);
  await follow('leaving', false, all);
  report(`${others} were in maintenance before and stay so`, (await countSwitched(true)) === others);
} finally {
  await client.end();
  await stop();
}
process.exit();
