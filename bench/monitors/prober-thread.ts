// A console that serves requests and checks 20,000 sites every 20 s in one process, on PostgreSQL: how late the checks start, and whether
// they slow down the requests. The same requests are sent to a console without prober, on the same machine, in turns.
// Run: node bench/monitors/prober-thread.ts [seconds]   (needs the Debian package postgresql)
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { signInToken } from '../../e2e/support/operator.ts';
import { startFleetConsole } from '../peers/fleet-console.ts';
import { processorMs } from '../peers/processor-time.ts';

/** Number of tenants, with about 20,600 sites. */
const TENANTS = 4_300;
const REQUESTS_PER_SECOND = 50;
const MAX_LATE_MS = 100;
/** Ratio of the p99 with the prober to that without: the prober writes to the same database. */
const MAX_SHARE = 1.5;
/** Below this a ratio is only noise. */
const SHORT_MS = 20;
/** The first interval, in which all sites are read and checked for the first time. */
const WARM_UP_MS = 25_000;
const seconds = Number(process.argv[2] ?? 40);

const quantile = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;

/** Number of checks that were at most this late, by the bound of the histogram in ms. */
async function latenessOf(url: string): Promise<Map<number, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = text.matchAll(/^monitor_check_lateness_seconds_bucket\{le="(\S+)"\} (\d+)/gm);
  return new Map(
    [...found].map(([, bound, count]) => [bound === '+Inf' ? Infinity : Number(bound) * 1000, Number(count)]),
  );
}

/** Sends requests of one tenant at a steady pace; returns their sorted times in ms. */
async function ask(url: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${await signInToken(url)}` };
  const times: number[] = [];
  const begun = performance.now();
  const sent: Promise<void>[] = [];
  for (let at = 0; at < seconds * REQUESTS_PER_SECOND; at += 1) {
    await sleep(Math.max(0, begun + (at * 1000) / REQUESTS_PER_SECOND - performance.now()));
    const start = performance.now();
    const one = async (): Promise<void> => {
      const answer = await fetch(`${url}/api/tenant/${(at % 1_000) + 1}`, { headers });
      if (!answer.ok) throw new Error(`A tenant is answered with ${answer.status}.`);
      await answer.arrayBuffer();
      times.push(performance.now() - start);
    };
    sent.push(one());
  }
  await Promise.all(sent);
  return times.toSorted((a, b) => a - b);
}

interface Facts {
  p50: number;
  p99: number;
  /** Of the console's process, all threads, as a share of a core. */
  cores: number;
  /** Checks by lateness, as in the histogram. */
  late: [bound: number, checks: number][];
}

async function measure(kind: 'web' | 'all'): Promise<Facts> {
  const { server, stop } = await startFleetConsole(String(TENANTS), { PROCESS: kind });
  try {
    await sleep(WARM_UP_MS);
    const [before, used] = [await latenessOf(server.url), await processorMs(server.url)];
    const begun = performance.now();
    const times = await ask(server.url);
    const cores = ((await processorMs(server.url)) - used) / (performance.now() - begun);
    const late = [...(await latenessOf(server.url))].map(([bound, count]): [number, number] => [
      bound,
      count - (before.get(bound) ?? 0),
    ]);
    return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), cores, late };
  } finally {
    await stop();
  }
}

function judge(what: string, value: number, most: number, unit: string): void {
  const ok = value <= most;
  console.log(`${what}: ${value.toFixed(1)} ${unit} (at most ${most}): ${ok ? 'ok' : 'TOO MUCH'}`);
  if (!ok) process.exitCode = 1;
}

const without = await measure('web');
const beside = await measure('all');
const checks = beside.late.at(-1)?.[1] ?? 0;
const p99 = beside.late.find(([, count]) => count >= checks * 0.99)?.[0] ?? Infinity;
console.log(`load ${loadavg()[0]?.toFixed(1)}; ${checks} checks in ${seconds} s, ${(checks / seconds).toFixed(0)}/s`);
if (checks < (seconds * TENANTS * 4) / 20) throw new Error('The sites were not all checked.');
judge('lateness of the checks, p99, by the bound of its bucket', p99, MAX_LATE_MS, 'ms');
for (const [name, { p50, p99: slow, cores }] of [
  ['without prober', without],
  ['with it', beside],
] as const)
  console.log(`${name}: one tenant p50 ${p50.toFixed(1)} ms, p99 ${slow.toFixed(1)} ms; ${cores.toFixed(2)} of a core`);
judge('p99 with the prober', beside.p99, Math.max(SHORT_MS, without.p99 * MAX_SHARE), 'ms');
process.exit();
