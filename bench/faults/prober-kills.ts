// Two workers on one PostgreSQL check the monitors of a fleet; they are killed with SIGKILL and restarted alternately. The sites
// record their requests: none may wait for longer than two intervals, and none may get concurrent checks.
// Run: node bench/faults/prober-kills.ts [kills]   (needs the Debian package postgresql; a kill takes about a minute and a half)
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHECK_INTERVAL_MS } from '@mission-control/contract/monitors/rules';
import { startConsole, type Console } from '../../e2e/support/console.ts';
import { listen } from '../../e2e/support/one-address.ts';
import { machineLoad, report, reportAtMost } from '../measure/figures.ts';
import { startInstalledPostgres } from '../measure/postgres.ts';

const kills = Number(process.argv[2] ?? 4);
/** Response time of a site, long enough for concurrent checks to overlap. */
const ANSWER_MS = 1_500;
/** Time until both workers have their share again and everything was checked. */
const SETTLE_MS = 45_000;

/** Last request time and number of open requests of a site. */
interface Site {
  asked: number;
  open: number;
}
const sites = new Map<string, Site>();
let [requests, overlaps, longest, shortest] = [0, 0, 0, Infinity];

const server = createServer((request, response) => {
  const [now, host] = [performance.now(), request.headers.host ?? ''];
  const site = sites.get(host) ?? { asked: now, open: 0 };
  sites.set(host, site);
  requests += 1;
  if (site.open > 0) overlaps += 1;
  if (site.asked < now) {
    longest = Math.max(longest, now - site.asked);
    shortest = Math.min(shortest, now - site.asked);
  }
  site.asked = now;
  site.open += 1;
  const answer = setTimeout(() => response.end('ok'), ANSWER_MS);
  // The connection of a killed worker closes, too.
  response.on('close', () => {
    clearTimeout(answer);
    site.open -= 1;
  });
});
const gateway = await listen(server);

const postgres = await startInstalledPostgres();
const settings = {
  SANDBOX: 'on',
  SANDBOX_TENANTS: '150',
  DATABASE_URL: postgres.url,
  SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
  SITES_GATEWAY: gateway.url,
};
const workers: Console[] = [];
try {
  for (let count = 0; count < 2; count += 1) workers.push(await startConsole(settings));
  await sleep(SETTLE_MS);
  const known = sites.size;
  for (let kill = 0; kill < kills; kill += 1) {
    const victim = workers[kill % workers.length];
    // A random point between two lease renewals.
    await sleep(Math.random() * 2_000);
    await victim?.end('SIGKILL');
    // Restart only after its monitors were taken over.
    await sleep(2 * CHECK_INTERVAL_MS);
    await victim?.start();
    await sleep(SETTLE_MS);
  }
  const waiting = Math.max(...[...sites.values()].map(({ asked }) => performance.now() - asked));
  console.log(`${kills} kills of one of two workers, ${requests} requests; load of the machine ${machineLoad()}`);
  report(`${sites.size} sites were checked, ${known} before the first kill`, known > 0 && sites.size === known);
  console.log(`shortest time between two checks of a site: ${(shortest / 1_000).toFixed(1)} s`);
  const longestMs = Math.max(longest, waiting);
  reportAtMost('longest time between two checks of a site', longestMs / 1_000, (2 * CHECK_INTERVAL_MS) / 1_000, 's');
  reportAtMost('checked twice at once', overlaps, 0, 'times');
} finally {
  for (const worker of workers) await worker.dispose();
  await gateway.close();
  await postgres.stop();
}
