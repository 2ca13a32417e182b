// A console that serves requests and checks 20,000 sites every 20 s in one process, on PostgreSQL: how late the checks start, and whether
// they slow down the requests. Before, the same requests are sent to a console without prober on the same machine.
// Run: node bench/monitors/prober-thread.ts [seconds]   (needs the Debian package postgresql)
import { setTimeout as sleep } from 'node:timers/promises';
import { signInToken } from '../../e2e/support/operator.ts';
import { machineLoad, median, quantile, reportAtMost } from '../measure/figures.ts';
import { processorMs } from '../measure/processor-time.ts';
import { startFleetConsole } from '../measure/fleet-console.ts';

/** Number of tenants, with about 20,600 sites. */
const TENANTS = 4_300;
const REQUESTS_PER_SECOND = 50;
const MAX_LATE_MS = 100;
/** Ratio of the p99 with the prober to that without: the prober writes to the same database. */
const MAX_SHARE = 1.5;
/** Below this a ratio is only noise. */
const SHORT_MS = 20;
/** The first interval, in which all sites are read and checked for the first time; requests during its last seconds warm up the code. */
const WARM_UP_MS = 25_000;
const WARM_UP_S = 10;
const seconds = Number(process.argv[2] ?? 40);

/** Number of checks that were at most this late, by the bound of the histogram in ms. */
async function latenessOf(url: string): Promise<Map<number, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = text.matchAll(/^monitor_check_lateness_seconds_bucket\{le="(\S+)"\} (\d+)/gm);
  return new Map(
    [...found].map(([, bound, count]) => [bound === '+Inf' ? Infinity : Number(bound) * 1000, Number(count)]),
  );
}

/** Sends requests of one tenant at a steady pace; returns their times in ms. @param duration in s */
async function ask(url: string, duration: number): Promise<number[]> {
  const headers = { authorization: `Bearer ${await signInToken(url)}` };
  const times: number[] = [];
  const begun = performance.now();
  const sent: Promise<void>[] = [];
  for (let at = 0; at < duration * REQUESTS_PER_SECOND; at += 1) {
    await sleep(Math.max(0, begun + (at * 1000) / REQUESTS_PER_SECOND - performance.now()));
    const start = performance.now();
    const send = async (): Promise<void> => {
      const answer = await fetch(`${url}/api/tenant/${(at % 1_000) + 1}`, { headers });
      if (!answer.ok) throw new Error(`A tenant got status ${answer.status}.`);
      await answer.arrayBuffer();
      times.push(performance.now() - start);
    };
    sent.push(send());
  }
  await Promise.all(sent);
  return times;
}

/** Times of the requests in ms, cores used by the console's process, and checks by the bound of their lateness, as in the histogram. */
async function measure(kind: 'web' | 'all') {
  const { server, stop } = await startFleetConsole(String(TENANTS), { PROCESS: kind });
  try {
    await sleep(WARM_UP_MS - WARM_UP_S * 1000);
    await ask(server.url, WARM_UP_S);
    const [before, used] = [await latenessOf(server.url), await processorMs(server.url)];
    const begun = performance.now();
    const times = await ask(server.url, seconds);
    const cores = ((await processorMs(server.url)) - used) / (performance.now() - begun);
    const late = [...(await latenessOf(server.url))].map(([bound, count]): [number, number] => [
      bound,
      count - (before.get(bound) ?? 0),
    ]);
    return { p50: median(times), p99: quantile(times, 0.99), cores, late };
  } finally {
    await stop();
  }
}

const without = await measure('web');
const beside = await measure('all');
const checks = beside.late.at(-1)?.[1] ?? 0;
const p99 = beside.late.find(([, count]) => count >= checks * 0.99)?.[0] ?? Infinity;
console.log(`load ${machineLoad()}; ${checks} checks in ${seconds} s, ${(checks / seconds).toFixed(0)}/s`);
if (checks < (seconds * TENANTS * 4) / 20) throw new Error('The sites were not all checked.');
reportAtMost('lateness of the checks, p99, by the bound of its bucket', p99, MAX_LATE_MS, 'ms');
for (const [name, { p50, p99: slow, cores }] of [
  ['without prober', without],
  ['with it', beside],
] as const)
  console.log(`${name}: one tenant p50 ${p50.toFixed(1)} ms, p99 ${slow.toFixed(1)} ms; ${cores.toFixed(2)} of a core`);
reportAtMost('p99 with the prober', beside.p99, Math.max(SHORT_MS, without.p99 * MAX_SHARE), 'ms');
process.exit();
