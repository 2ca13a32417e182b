// Compares the console with other systems that show, change and record such data, as ratios within one run: Directus (tenants), Unleash
// (settings) and a list of react-admin. Each uses its own PostgreSQL with the same 10,000 tenants or as many flags as a config has
// settings, checks sign-in and permissions, and keeps its history of changes; docs/decisions/0132 describes what each does and omits.
// Run: node scripts/build-web.ts && node bench/peers/peers.ts [seconds a round]   (needs npm, and the Debian packages postgresql and wrk)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInToken } from '../../e2e/support/operator.ts';
import { median, report } from '../measure/figures.ts';
import { startBare } from './bare.ts';
import { startFleetConsole } from '../measure/fleet-console.ts';
import { buildReactAdmin, compareLists } from './react-admin.ts';
import { createTable, installPeer, query, send, startDirectus, startUnleash, stopSystems } from './systems.ts';
import { ratioOf, writeScript, type Load, type Step } from './wrk.ts';

const VERSIONS = { directus: '12.4.0', unleash: '8.2.0', 'react-admin': '5.15.4', 'ra-data-simple-rest': '5.15.3' };
const REACT = ['react@19.3.1', 'react-dom@19.3.1'];
const LIMIT = 1;
/** Tenants and flags that are changed in turn: few enough for almost every request to change something. */
const CHANGED = 40;
const CONNECTIONS = 16;
/** Minimum share of the writing requests in the history; the others found nothing to change. */
const RECORDED = 0.6;
const seconds = Number(process.argv[2] ?? 5);
/** Some responses take longer than a short round. */
const LIST_SECONDS = Math.max(5, seconds);

const folder = mkdtempSync(join(tmpdir(), 'mc-bench-'));
const { server, databaseUrl, stop } = await startFleetConsole('10000');
const bearer = { authorization: `Bearer ${await signInToken(server.url)}` };
const gzip = { ...bearer, 'accept-encoding': 'gzip' };

type Tenant = Record<string, unknown> & { id: number; tenant_name: string };
async function readTenants(): Promise<Tenant[]> {
  const answer = await send(bearer, 'GET', `${server.url}/api/tenant`);
  const { tenants } = (await answer.json()) as { tenants: (Tenant & { _id: number })[] };
  return tenants.map(({ _id, ...row }) => ({ ...row, id: _id, staging: false }));
}

function judge(line: string, ratio: number): void {
  report(`${line}: ${ratio.toFixed(1)} x (at least ${LIMIT} x)`, ratio >= LIMIT);
}

/** The work of one side of a comparison. */
interface Side {
  what: string;
  load: Load;
}

/** The tables that get a row for each change. */
interface History {
  own: string;
  peer: string;
  peerUrl: string;
}

let scripts = 0;
/** A load of consecutive steps. */
function loadOf(url: string, headers: Record<string, string>, ...steps: readonly Step[]): Load {
  scripts += 1;
  const script = writeScript(join(folder, `${scripts}.lua`), headers, steps);
  return { url, script, status: 200, connections: CONNECTIONS };
}

const countRows = async (url: string, table: string): Promise<number> =>
  Number((await query(url, `select count(*) from ${table}`))[0]?.['count']);

async function compare(
  name: string,
  peer: Side,
  mine: Side,
  history: History | null = null,
  round = seconds,
): Promise<void> {
  const count = async (): Promise<number[]> =>
    history ? [await countRows(databaseUrl, history.own), await countRows(history.peerUrl, history.peer)] : [];
  const before = await count();
  const found = await ratioOf(mine.load, peer.load, round);
  const recorded = (await count()).map((rows, at) => rows - (before[at] ?? 0));
  if (recorded.some((rows, at) => rows < 3 * round * (at === 0 ? found.own : found.peer) * RECORDED))
    throw new Error(`${name}, ${mine.what}: only ${recorded.join(' and ')} changes are recorded.`);
  judge(`${name}: ${peer.what} ${found.peer.toFixed(0)}/s, ours ${mine.what} ${found.own.toFixed(0)}/s`, found.ratio);
}

async function compareDirectus(root: string, tenants: readonly Tenant[]): Promise<void> {
  const { url, databaseUrl: peerUrl, headers } = await startDirectus(root, tenants);
  const name = `Directus ${VERSIONS.directus}`;
  const region = encodeURIComponent(String(tenants[0]?.['region']));
  const items = '/items/tenants';
  const list = '/api/tenant';
  const page = `${items}?limit=25&sort=tenant_name&search=leisure&filter[region][_eq]=${region}`;
  const get = (path: string): Step => ({ method: 'GET', path: `"${path}"` });
  const one = (path: string): Step => ({ method: 'GET', path: `"${path}/" .. (n % 1000 + 1)` });
  const body = `(n % ${2 * CHANGED} < ${CHANGED}) and '{"staging":true}' or '{"staging":false}'`;
  const patch = (path: string): Step => ({ method: 'PATCH', path: `"${path}/" .. (n % ${CHANGED} + 1)`, body });
  const peer = (what: string, ...steps: Step[]): Side => ({ what, load: loadOf(url, headers, ...steps) });
  const mine = (what: string, ...steps: Step[]): Side => ({ what, load: loadOf(server.url, gzip, ...steps) });
  const few = ({ what, load }: Side): Side => ({ what, load: { ...load, connections: 1 } });
  await compare(name, peer('one item', one(items)), mine('one tenant with services and domains', one(list)));
  const found = peer('25 rows with search, filter and sort', get(page));
  await compare(name, found, mine('all rows, searched in the browser', get(list)));
  const all = peer('all rows', get(`${items}?limit=-1&sort=tenant_name`));
  await compare(name, few(all), few(mine('all rows', get(list))), null, LIST_SECONDS);
  const changed = peer('PATCH with activity and revision', patch(items));
  const history = { own: 'audit_events', peer: 'directus_revisions', peerUrl };
  await compare(name, changed, mine('PATCH with audit', patch(list)), history);
  const inTurn = peer('PATCH, 25 rows in turn', patch(items), get(page));
  await compare(name, inTurn, mine('PATCH, all rows in turn', patch(list), get(list)));
}

/** Adds a setting to the CoursePro configs of some tenants; returns these tenants and how many settings the first config has. */
async function addSetting(tenants: readonly Tenant[]): Promise<{ ids: number[]; settings: number }> {
  const ids = tenants
    .filter((row) => row['coursepro_db_host_label'] !== null)
    .slice(0, CHANGED)
    .map(({ id }) => id);
  const item = { key: 'PEER', value: 'before', type: 2 };
  for (const id of ids) await send(bearer, 'POST', `${server.url}/api/tenant/${id}/coursepro`, { added: [item] });
  const config = await send(bearer, 'GET', `${server.url}/api/tenant/${ids[0]}/coursepro`);
  return { ids, settings: ((await config.json()) as unknown[]).length };
}

async function compareUnleash(root: string, tenants: readonly Tenant[]): Promise<void> {
  const { ids, settings } = await addSetting(tenants);
  const flags = Math.max(CHANGED, settings);
  const { url, databaseUrl: peerUrl, operator, sdk } = await startUnleash(root, flags);
  const name = `Unleash ${VERSIONS.unleash}`;
  const path = `"/api/tenant/" .. ({${ids.join(',')}})[n % ${ids.length} + 1] .. "/coursepro"`;
  const config = {
    what: `a config of ${settings} settings`,
    load: loadOf(server.url, bearer, { method: 'GET', path }),
  };
  const all = loadOf(url, sdk, { method: 'GET', path: '"/api/client/features"' });
  await compare(name, { what: `its ${flags} flags for an SDK, from memory`, load: all }, config);
  const flag = `"/api/admin/projects/default/features/f" .. (n % ${CHANGED})`;
  const one = loadOf(url, operator, { method: 'GET', path: flag });
  await compare(name, { what: 'one flag', load: one }, config);
  const on = `(n % ${2 * CHANGED} < ${CHANGED}) and "on" or "off"`;
  const toggle: Step = { method: 'POST', path: `${flag} .. "/environments/development/" .. (${on})` };
  const switched = { what: 'a flag switched, with event', load: loadOf(url, operator, toggle) };
  const body = `'{"changed":[{"key":"PEER","value":"' .. n .. '","type":2}]}'`;
  const saved = loadOf(server.url, bearer, { method: 'POST', path, body });
  const history = { own: 'audit_events', peer: 'events', peerUrl };
  await compare(name, switched, { what: 'a setting saved, with revision and audit', load: saved }, history);
}

async function compareReactAdmin(root: string, tenants: readonly Tenant[]): Promise<void> {
  const files = await buildReactAdmin(root);
  await createTable(databaseUrl, 'bare_tenants', tenants);
  const bare = await startBare(databaseUrl, files);
  try {
    const words = [100, 5000, 9900].map((at) => (tenants[at]?.tenant_name ?? '').slice(0, 6).toLowerCase());
    const { rows, keys } = await compareLists(server.url, bare.url, words);
    for (const [what, { own: ours, peer }] of [
      ['first row', rows],
      ['key to result', keys],
    ] as const) {
      const times = [median(peer), median(ours)] as const;
      const line = `react-admin ${VERSIONS['react-admin']}: ${what} after ${times[0].toFixed(0)} ms, ours ${times[1].toFixed(0)} ms`;
      judge(line, times[0] / times[1]);
    }
  } finally {
    await bare.stop();
  }
}

/** Compares with a peer, or prints why it cannot be installed. */
async function withPeer(
  name: 'directus' | 'unleash' | 'react-admin',
  packages: readonly string[],
  work: (root: string) => Promise<void>,
): Promise<void> {
  const version = VERSIONS[name];
  const root = await installPeer(`${name}-${version}`, packages).catch((error: unknown) => String(error));
  if (root.startsWith('Error')) console.log(`${name} ${version} is left out, because it cannot be installed: ${root}`);
  else await work(root);
  await stopSystems();
}

try {
  const tenants = await readTenants();
  const list = [
    `react-admin@${VERSIONS['react-admin']}`,
    `ra-data-simple-rest@${VERSIONS['ra-data-simple-rest']}`,
    ...REACT,
  ];
  await withPeer('directus', [`directus@${VERSIONS.directus}`], (root) => compareDirectus(root, tenants));
  await withPeer('unleash', [`unleash-server@${VERSIONS.unleash}`], (root) => compareUnleash(root, tenants));
  await withPeer('react-admin', list, (root) => compareReactAdmin(root, tenants));
} finally {
  await stopSystems();
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
