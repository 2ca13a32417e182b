// Two workers on one PostgreSQL check the monitors of a fleet; they are killed with SIGKILL and restarted alternately. The sites
// record their requests: none may wait for longer than two intervals, and none may get concurrent checks.
// Run: node bench/faults/prober-kills.ts [kills]   (needs the Debian package postgresql; a kill takes about a minute and a half)
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHECK_INTERVAL_MS } from '@mission-control/contract/monitors/rules';
import { startConsole, type Console } from '../../e2e/support/console.ts';
import { findPostgres, startPostgres } from '../../server/src/ports/testing/postgresql.ts';

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

const gateway = createServer((request, response) => {
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
}).listen(0, '127.0.0.1');
await once(gateway, 'listening');

const programs = findPostgres();
if (!programs) throw new Error('Install PostgreSQL: apt-get install postgresql');
const postgres = await startPostgres(programs);
const settings = {
  SANDBOX: 'on',
  SANDBOX_TENANTS: '150',
  DATABASE_URL: postgres.url,
  SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
  SITES_GATEWAY: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
};
const workers: Console[] = [];
try {
  workers.push(await startConsole(settings), await startConsole(settings));
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
  const most = Math.max(longest, waiting);
  const ok = most <= 2 * CHECK_INTERVAL_MS && overlaps === 0 && known > 0 && sites.size === known;
  console.log(`${kills} kills of one of two workers, ${sites.size} sites asked ${requests} times`);
  console.log(
    `between two checks of a site ${(shortest / 1_000).toFixed(1)} to ${(most / 1_000).toFixed(1)} s (at most ${(2 * CHECK_INTERVAL_MS) / 1_000}), ` +
      `${overlaps} asked twice at once; load of the machine ${(loadavg()[0] ?? 0).toFixed(1)}: ${ok ? 'ok' : 'NOT KEPT'}`,
  );
  if (!ok) process.exitCode = 1;
} finally {
  for (const worker of workers) await worker.dispose();
  gateway.closeAllConnections();
  gateway.close();
  await postgres.stop();
}
