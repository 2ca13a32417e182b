// A console and a worker on one PostgreSQL send messages about alerts that open and resolve; the worker is killed with SIGKILL while it
// sends, and restarted. The receiver counts by id: none may be missing, none may have two ids, and only those that the killed worker
// was sending may arrive twice. Run: node bench/faults/alert-kills.ts [kills]   (needs the Debian package postgresql; a kill takes about 5 s)
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AlertMessage } from '@mission-control/contract/alerts/schema';
import pg from 'pg';
import { startConsole, startWorker } from '../../e2e/support/console.ts';
import { listen } from '../../e2e/support/one-address.ts';
import { signIn } from '../../e2e/support/operator.ts';
import { report, reportAtMost } from '../measure/figures.ts';
import { startInstalledPostgres } from '../measure/postgres.ts';

const SIGNED_OUT = 401;
const kills = Number(process.argv[2] ?? 100);
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
const receiver = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    if (request.method !== 'POST') return void response.writeHead(503).end();
    arrived.push(JSON.parse(body) as AlertMessage);
    setTimeout(() => response.end('ok'), Math.random() * ANSWER_MS);
  });
});
const outside = await listen(receiver);

const postgres = await startInstalledPostgres();
const settings = {
  SANDBOX: 'on',
  SANDBOX_TENANTS: String(TENANTS),
  DATABASE_URL: postgres.url,
  SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
  SITES_GATEWAY: outside.url,
  LOG_LEVEL: 'error',
};
const web = await startConsole({ ...settings, PROCESS: 'web' });
const direct = new pg.Client({ connectionString: postgres.url });
await direct.connect();
const column = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await direct.query<{ value: T }>(text, values)).rows.map(({ value }) => value);
const webId = (await column<string>('select id as value from processes'))[0];

async function runWorker(): Promise<{ child: ChildProcess; id: string }> {
  const child = await startWorker(web.dataDir, settings);
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

/** Prints the findings. @param cut ids of the messages that a killed worker was sending */
async function judge(cut: ReadonlySet<string>): Promise<void> {
  const stored = await column<string>('select id::text as value from alert_deliveries order by number');
  const unsent = await column(`select id::text as value from alert_deliveries where state <> 'sent'`);
  const incomplete = await column(
    `select a.id as value from alerts a where a.state <> 'resolved'
      or (select array_agg(d.event order by d.number) from alert_deliveries d where d.alert_id = a.id) is distinct from array['opened', 'resolved']`,
  );
  const byId = Map.groupBy(arrived, ({ id }) => id);
  const firsts = [...byId.values()].flatMap(([first]) => first ?? []);
  const lost = stored.filter((id) => !byId.has(id));
  const events = new Set(firsts.map(({ alert, event }) => `${alert?.id} ${event}`));
  const repeated = [...byId].filter(([, all]) => all.length > 1).map(([id]) => id);
  const unexplained = repeated.filter((id) => !cut.has(id));
  const firstEvents = new Map(firsts.toReversed().map(({ alert, event }) => [alert?.id, event]));
  const disordered = [...firstEvents.values()].filter((event) => event !== 'opened');
  report(
    `${stored.length} messages of ${stored.length / 2} alerts, ${cut.size} of them under way when a worker was killed`,
    stored.length > 0,
  );
  reportAtMost('lost', lost.length, 0, 'messages');
  reportAtMost('not sent', unsent.length, 0, 'messages');
  reportAtMost('without exactly a beginning and an end', incomplete.length, 0, 'alerts');
  reportAtMost('sent with two ids', byId.size - events.size, 0, 'messages');
  reportAtMost(`${repeated.length} arrived again, of which no kill cut off`, unexplained.length, 0, 'messages');
  reportAtMost('whose end came first', disordered.length, 0, 'alerts');
}

let worker = await runWorker();
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
    for (const id of ids) cut.add(id);
    worker = await runWorker();
  }
  done = true;
  await busy;
  const open = `select count(*)::int as value from alerts where state <> 'resolved'`;
  await until(async () => (await column<number>(open))[0] === 0 && (await waiting()) === 0, 'all is sent', DRAIN_MS);
  console.log(`${inTheMiddle} kills of a worker that was sending`);
  await judge(cut);
} finally {
  done = true;
  const ended = once(worker.child, 'exit');
  // It has already ended if its successor did not start.
  if (worker.child.kill('SIGTERM')) await ended;
  await direct.end();
  await web.dispose();
  await outside.close();
  await postgres.stop();
}
