// A console and a worker on one PostgreSQL send messages about alerts that open and resolve; the worker is killed with SIGKILL while it
// sends, and restarted. The receiver counts by id: none may be missing, none may have two ids, and only those that the killed worker
// was sending may arrive twice. Run: node bench/faults/alert-kills.ts [kills]   (needs the Debian package postgresql; a kill takes about 5 s)
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AlertMessage } from '@mission-control/contract/alerts/schema';
import pg from 'pg';
import { ADMIN, startConsole } from '../../e2e/support/console.ts';
import { signIn } from '../../e2e/support/operator.ts';
import { findPostgres, startPostgres } from '../../server/src/ports/testing/postgresql.ts';

const SIGNED_OUT = 401;
const kills = Number(process.argv[2] ?? 100);
const MAIN = fileURLToPath(new URL('../../server/src/app/main.ts', import.meta.url));
const TENANTS = 40;
/** Once this many messages wait, no more alerts are opened or resolved. */
const ENOUGH = 120;
/** Time between two waves of alerts, and from a wave to its end (`OPEN_MS`), which is longer than alerts take to open. */
const WAVE_MS = 8_000;
const OPEN_MS = 30_000;
/** Maximum response time of the receiver, so that a worker is busy for a while. */
const ANSWER_MS = 900;
const DRAIN_MS = 240_000;

const arrived: AlertMessage[] = [];
/** All external systems: sites that are down, and the receiver of the webhook. */
const outside = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    if (request.method !== 'POST') return void response.writeHead(503).end();
    arrived.push(JSON.parse(body) as AlertMessage);
    setTimeout(() => response.end('ok'), Math.random() * ANSWER_MS);
  });
}).listen(0, '127.0.0.1');
await once(outside, 'listening');

const programs = findPostgres();
if (!programs) throw new Error('Install PostgreSQL: apt-get install postgresql');
const postgres = await startPostgres(programs);
const settings = {
  SANDBOX: 'on',
  SANDBOX_TENANTS: String(TENANTS),
  DATABASE_URL: postgres.url,
  SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
  SITES_GATEWAY: `http://127.0.0.1:${(outside.address() as AddressInfo).port}`,
  LOG_LEVEL: 'error',
};
const web = await startConsole({ ...settings, PROCESS: 'web' });
const direct = new pg.Client({ connectionString: postgres.url });
await direct.connect();
const column = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await direct.query<{ value: T }>(text, values)).rows.map(({ value }) => value);
const webId = (await column<string>('select id as value from processes'))[0];

async function startWorker(): Promise<{ child: ChildProcess; id: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...settings, DATA_DIR: web.dataDir, ADMIN_PASSWORD: ADMIN.password, PROCESS: 'worker' };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('works as a worker')) break;
  child.stdout.resume();
  const [id = ''] = await column<string>(
    'select id as value from processes where id <> $1 order by number desc',
    webId,
  );
  return { child, id };
}
const UNDER_WAY = `select id::text as value from alert_deliveries where state = 'waiting' and lease_owner = $1`;
const waiting = async (): Promise<number> =>
  (await column<number>(`select count(*)::int as value from alert_deliveries where state = 'waiting'`))[0] ?? 0;

/** Waits until a condition holds. */
async function until(holds: () => Promise<boolean>, what: string, ms: number): Promise<void> {
  for (const end = performance.now() + ms; !(await holds()); await sleep(10))
    if (performance.now() > end) throw new Error(`${what}: not within ${ms / 1000} s`);
}

let operator = await signIn(web.url);
async function sendOk<T>(method: string, path: string, body?: object): Promise<T> {
  const { status, body: answer } = await operator.call(method, path, body);
  if (status === SIGNED_OUT) {
    // A hundred kills take longer than a token lasts.
    operator = await signIn(web.url);
    return sendOk(method, path, body);
  }
  if (status > 299) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return answer as T;
}

interface Place {
  tenant: number;
  channel: number;
}

/** Marks sites as down immediately, as checks would after a minute; the checks then confirm it. */
async function breakSites(): Promise<void> {
  const counted = 'select count(*)::int as value from monitors where active';
  await until(async () => ((await column<number>(counted))[0] ?? 0) > TENANTS, 'the sites are there', 60_000);
  await direct.query(`update monitors set status = 0, last_error = 'Status 503', last_check = now() where active`);
  await direct.query(
    `insert into monitor_outages (monitor_id, started_at, error, failures) select id, now(), 'Status 503', 3 from monitors m
      where active and not exists (select 1 from monitor_outages o where o.monitor_id = m.id and o.ended_at is null)`,
  );
}

/** A channel for each tenant, because a process limits the concurrent messages of a channel. */
async function addPlaces(): Promise<Place[]> {
  const places: Place[] = [];
  for (const tenant of await column<number>('select distinct tenant_id as value from monitors where active')) {
    const hook = { kind: 'webhook', url: 'http://hooks.sandbox.example/alerts', secret: 'a key of sixteen letters' };
    const channel = { name: `Receiver ${tenant}`, enabled: true, settings: hook };
    places.push({ tenant, channel: (await sendOk<{ id: number }>('POST', '/api/alert-channel', channel)).id });
  }
  return places;
}

/** A rule for each tenant, so that each has an alert of its own. */
async function addWave(places: readonly Place[]): Promise<number[]> {
  const rule = {
    kind: 'site-down',
    limit: 1,
    minutes: null,
    severity: 'critical',
    quiet: null,
    enabled: true,
  } as const;
  const made: number[] = [];
  for (const { tenant, channel } of places) {
    const scope = { regions: [], environments: [], tenants: [tenant] };
    const body = { ...rule, name: `Tenant ${tenant}`, scope, channels: [channel] };
    made.push((await sendOk<{ id: number }>('POST', '/api/alert-rule', body)).id);
  }
  return made;
}

let done = false;
/** Opens and resolves alerts, so that there is always something to send. */
async function keepBusy(places: readonly Place[]): Promise<void> {
  const waves: { rules: number[]; from: number }[] = [];
  const end = async (): Promise<void> => {
    for (const id of waves.shift()?.rules ?? []) await sendOk('DELETE', `/api/alert-rule/${id}`);
  };
  const isOlder = (wave: { from: number } | undefined, ms: number) => !wave || performance.now() - wave.from > ms;
  while (!done) {
    const isDue = isOlder(waves.at(-1), WAVE_MS) && (await waiting()) < ENOUGH;
    if (isDue) waves.push({ rules: await addWave(places), from: performance.now() });
    if (isDue && isOlder(waves[0], OPEN_MS)) await end();
    await sleep(200);
  }
  await sleep(OPEN_MS);
  while (waves.length > 0) await end();
}

/** Kills the worker at a random moment while it sends. Returns the ids of messages it was sending, empty when it had just finished. */
async function killSending({ child, id }: { child: ChildProcess; id: string }): Promise<string[]> {
  await until(async () => (await column(UNDER_WAY, id)).length > 0, 'the worker sends', 120_000);
  await sleep(Math.random() * ANSWER_MS);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  return column<string>(UNDER_WAY, id);
}

/** Prints the findings; returns whether all limits were kept. */
async function judge(cut: ReadonlySet<string>): Promise<boolean> {
  const stored = await column<string>('select id::text as value from alert_deliveries order by number');
  const unsent = await column(`select id::text as value from alert_deliveries where state <> 'sent'`);
  const untold = await column(
    `select a.id as value from alerts a where a.state <> 'resolved'
      or (select array_agg(d.event order by d.number) from alert_deliveries d where d.alert_id = a.id) is distinct from array['opened', 'resolved']`,
  );
  const counts = Map.groupBy(arrived, ({ id }) => id);
  const lost = stored.filter((id) => !counts.has(id));
  const facts = new Set([...counts.values()].map(([one]) => `${one?.alert?.id} ${one?.event}`));
  const repeated = [...counts].filter(([, all]) => all.length > 1).map(([id]) => id);
  const unexplained = repeated.filter((id) => !cut.has(id));
  const first = [...counts.values()].map(([one]) => one);
  const firstEvent = new Map(first.toReversed().map((one) => [one?.alert?.id, one?.event]));
  const disordered = [...firstEvent.values()].filter((event) => event !== 'opened').length;
  console.log(
    `${stored.length} messages of ${stored.length / 2} alerts, ${cut.size} of them under way when a worker was killed`,
  );
  console.log(
    `${lost.length} lost, ${unsent.length} not sent, ${untold.length} alerts without exactly a beginning and an end (at most 0)`,
  );
  console.log(
    `by id ${counts.size - facts.size} told twice (at most 0); ${repeated.length} ids arrived again, ${unexplained.length} of them not cut off by a kill (at most 0)`,
  );
  console.log(`${disordered} alerts whose end came first (at most 0)`);
  const faults = [lost, unsent, untold, unexplained].some((list) => list.length > 0);
  return !faults && counts.size === facts.size && disordered === 0 && stored.length > 0;
}

let worker = await startWorker();
try {
  await breakSites();
  const places = await addPlaces();
  const busy = keepBusy(places);
  busy.catch((error: unknown) => console.error(error));
  const cut = new Set<string>();
  let inTheMiddle = 0;
  while (inTheMiddle < kills) {
    const ids = await killSending(worker);
    if (ids.length > 0) inTheMiddle += 1;
    for (const one of ids) cut.add(one);
    worker = await startWorker();
  }
  done = true;
  await busy;
  const open = `select count(*)::int as value from alerts where state <> 'resolved'`;
  await until(async () => (await column<number>(open))[0] === 0 && (await waiting()) === 0, 'all is sent', DRAIN_MS);
  console.log(`${inTheMiddle} kills of a worker that was sending`);
  const ok = await judge(cut);
  console.log(ok ? 'ok' : 'NOT KEPT');
  if (!ok) process.exitCode = 1;
} finally {
  done = true;
  const ended = once(worker.child, 'exit');
  worker.child.kill('SIGTERM');
  await ended;
  await direct.end();
  await web.dispose();
  outside.closeAllConnections();
  outside.close();
  await postgres.stop();
}
