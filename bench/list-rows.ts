// The CPU time that a change of one tenant and the next read of the list cost the console's process, and the cost of many open lists
// that follow with `since`. Compared with rereading all rows, as every change did before (0105).
// Run: node bench/list-rows.ts [seconds of following]   (needs the Debian package postgresql)
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { mergeTenants } from '../contract/src/tenants/rules.ts';
import type { TenantRow } from '../contract/src/tenants/schema.ts';
import { signInToken } from '../e2e/support/operator.ts';
import { grouped, reportAtMost } from './measure/figures.ts';
import { processorMs, processorMsOf } from './measure/processor-time.ts';
import { startFleetConsole } from './measure/fleet-console.ts';
import { multiplyFleet } from './measure/multiply-fleet.ts';

const TENANTS = 10_000;
const LISTS = 200;
const WRITES_PER_SECOND = 20;
const MAX_CORES = 0.5;
const LATE_MS = 1_000;
/** As the call's `throttleMs`. */
const THROTTLE_MS = 400;
const seconds = Number(process.argv[2] ?? 15);

interface List {
  tenants: TenantRow[];
  gone?: number[];
  version: string;
}

const { server, databaseUrl, stop } = await startFleetConsole(String(TENANTS));
const authorization = `Bearer ${await signInToken(server.url)}`;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

async function open(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) {
  const sent = request(`${server.url}${path}`, {
    method,
    headers: { authorization, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    agent: path === '/api/events' ? false : agent,
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${method} ${path} is answered with ${answer.statusCode}.`);
  return answer;
}

async function read(path: string): Promise<List> {
  const answer = await open(path, { 'accept-encoding': 'gzip' });
  const bytes = await buffer(answer);
  return JSON.parse(String(answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes)) as List;
}
const readList = async (): Promise<void> =>
  void (await buffer(await open('/api/tenant', { 'accept-encoding': 'gzip' })));
/** A change that the list shows. */
const write = async (id: number, status: boolean): Promise<void> =>
  void (await buffer(await open(`/api/tenant/${id}`, {}, 'PATCH', JSON.stringify({ status }))));
const writeTo = (ids: readonly number[], round: number): Promise<void> =>
  write(ids[round % ids.length] ?? 1, Math.floor(round / ids.length) % 2 === 1);

async function measure(tenants: number, maxMs: number): Promise<void> {
  const ids = (await read('/api/tenant')).tenants.slice(0, 60).map((row) => row._id);
  const change = (round: number): Promise<void> => writeTo(ids, round);
  for (let round = 0; round < 60; round += 1) await change(round).then(readList);
  const alone = await processorMsOf(server.url, 60, (round) => change(round + 60));
  const both = await processorMsOf(server.url, 60, (round) => change(round + 120).then(readList));
  const anew = await processorMsOf(server.url, 4, async () => {
    await buffer(await open('/api/tenant/refresh'));
    await readList();
  });
  const name = `${grouped(tenants)} tenants`;
  reportAtMost(`${name}: a write and a read of the whole list`, both, maxMs, 'ms of processor time');
  console.log(`${name}: the write alone ${alone.toFixed(1)} ms; all rows read anew ${anew.toFixed(0)} ms`);
  console.log(
    `${name}: the list after a change costs ${((both - alone) / anew).toFixed(3)} x of reading all rows anew`,
  );
}

/** A browser with an open list, which reads changes at most once per interval. Returns its current list when called. */
async function follow(first: List, ends: AbortSignal): Promise<() => List> {
  const stream = await open('/api/events');
  let list = first;
  let last = 0;
  let due: Promise<void> | null = null;
  ends.addEventListener('abort', () => stream.destroy());
  const readSince = async (): Promise<void> => {
    await sleep(Math.max(0, last + THROTTLE_MS - performance.now()));
    due = null;
    last = performance.now();
    list = mergeTenants(list, await read(`/api/tenant?since=${list.version}`)) as List;
  };
  stream.on('data', (chunk: Buffer) => {
    if (!chunk.includes('"tenants"') || due) return;
    due = readSince();
  });
  stream.on('error', () => undefined);
  return () => list;
}

async function measureFollowers(): Promise<void> {
  const ends = new AbortController();
  const followers: (() => List)[] = [];
  const first = await read('/api/tenant');
  for (let at = 0; at < LISTS; at += 1) followers.push(await follow(first, ends.signal));
  const ids = first.tenants.slice(0, 500).map((row) => row._id);
  const before = await processorMs(server.url);
  const begun = performance.now();
  let writes = 0;
  while (performance.now() - begun < seconds * 1000) {
    await writeTo(ids, writes);
    writes += 1;
    const next = begun + (writes * 1000) / WRITES_PER_SECOND;
    await sleep(Math.max(0, next - performance.now()));
  }
  const tookMs = performance.now() - begun;
  const cores = ((await processorMs(server.url)) - before) / tookMs;
  const rate = ((writes * 1000) / tookMs).toFixed(1);
  reportAtMost(`${LISTS} open lists and ${rate} writes/s`, cores, MAX_CORES, 'cores');
  await sleep(LATE_MS);
  const textOf = ({ tenants }: List): string => tenants.map((row) => `${row._id} ${row.tenant_status}`).join();
  const whole = textOf(await read('/api/tenant'));
  const outdated = followers.filter((current) => textOf(current()) !== whole).length;
  reportAtMost(`not up to date ${LATE_MS} ms after the last write`, outdated, 0, 'lists');
  ends.abort();
}

try {
  await measure(TENANTS, 40);
  await measureFollowers();
  await multiplyFleet(databaseUrl, TENANTS, 10);
  await buffer(await open('/api/tenant/refresh'));
  await measure(10 * TENANTS, 250);
} finally {
  await stop();
}
process.exit();
