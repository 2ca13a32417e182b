import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { runCommand } from '../../scripts/gates/gate.ts';
import { freePort } from '../../server/src/ports/testing/peer-process.ts';
import { startInstalledPostgres } from '../measure/postgres.ts';

const INSTALL_MS = 600_000;
const START_MS = 60_000;
const PASSWORD = 'Correct horse 1 battery!';
const UNLEASH_TOKEN = 'default:development.a-token-of-the-bench';
/** Connections to the database: as many as the console's pool has. */
const POOL = '20';

type Row = Record<string, unknown>;

/** Another system, filled with data and ready to be compared. */
interface System {
  url: string;
  databaseUrl: string;
}

const running: (() => Promise<void>)[] = [];

/** Ends all systems and databases that were started. */
export async function stopSystems(): Promise<void> {
  for (let stop = running.pop(); stop; stop = running.pop()) await stop();
}

/**
 * Installs packages of exact versions in .cache/peers, unless they are there; returns their folder.
 * @throws an Error with npm's reason
 */
export async function installPeer(name: string, packages: readonly string[]): Promise<string> {
  const folder = resolve('.cache/peers', name);
  const marker = join(folder, '.installed');
  if (existsSync(marker)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact'];
  const { code, output } = await runCommand('npm', [...args, ...packages], { timeoutMs: INSTALL_MS });
  const reason = output.split('\n').find((line) => line.includes('npm error') && !line.includes('npm error code'));
  if (code !== 0) throw new Error(reason ?? `npm install ended with ${code}`);
  writeFileSync(marker, packages.join('\n'));
  return folder;
}

/** Runs SQL on its own connection; returns the rows. */
export async function query(databaseUrl: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

const TYPES: Record<string, string> = { boolean: 'boolean', number: 'integer', object: 'json' };

/** Creates a table with the columns of the console's list, filled with these rows. */
export async function createTable(databaseUrl: string, name: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map((key) => {
    const value = rows.find((row) => row[key] !== null)?.[key];
    return `${key} ${TYPES[typeof value] ?? 'text'}${key === 'id' ? ' primary key' : ''}`;
  });
  await query(databaseUrl, `create table if not exists ${name} (${columns.join(', ')})`);
  const filled = `insert into ${name} select * from json_populate_recordset(null::${name}, $1) on conflict do nothing`;
  await query(databaseUrl, filled, [JSON.stringify(rows)]);
  await query(databaseUrl, `create index if not exists ${name}_by_name on ${name} (tenant_name)`);
}

/** Sends JSON to a system. @throws an Error when it refuses */
export async function send(
  headers: Record<string, string>,
  method: string,
  url: string,
  body?: unknown,
): Promise<Response> {
  const text = body === undefined ? null : JSON.stringify(body);
  const answer = await fetch(url, { method, headers: { ...headers, 'content-type': 'application/json' }, body: text });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  return answer;
}

/** Starts a Node program and resolves when the URL answers. */
async function startProgram(args: readonly string[], env: Record<string, string>, ready: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mc-peer-'));
  let printed = '';
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (printed = (printed + part).slice(-5000)));
  running.push(async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGKILL')) await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  for (let waited = 0; waited < START_MS && child.exitCode === null; waited += 200) {
    if ((await fetch(ready).catch(() => undefined))?.ok) return;
    await wait(200);
  }
  throw new Error(`${args.join(' ')} did not start: ${printed}`);
}

/** Starts a PostgreSQL; returns its URL. */
async function startDatabase(): Promise<string> {
  const { url, stop } = await startInstalledPostgres();
  running.push(stop);
  return url;
}

/**
 * Directus with the tenants as a collection, activity and revisions on, and an operator whose role may read and update it.
 * isolated-vm, which npm would compile, is an empty module: it is only used by sandboxed extensions and the flows' scripts.
 */
export async function startDirectus(
  folder: string,
  tenants: readonly Row[],
): Promise<System & { headers: Record<string, string> }> {
  const vm = join(folder, 'node_modules/isolated-vm/out');
  mkdirSync(vm, { recursive: true });
  writeFileSync(join(vm, 'isolated_vm.js'), 'module.exports = { ivm: {} };\n');
  const databaseUrl = await startDatabase();
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    DB_POOL__MAX: POOL,
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: url,
    SECRET: 'a-secret-of-the-bench-that-is-long',
    TELEMETRY: 'false',
    LOG_LEVEL: 'warn',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: PASSWORD,
    ACCESS_TOKEN_TTL: '1d',
    // Otherwise it rejects requests when it is busy.
    PRESSURE_LIMITER_ENABLED: 'false',
  };
  const program = join(folder, 'node_modules/directus/cli.js');
  await createTable(databaseUrl, 'tenants', tenants);
  const boot = await runCommand(process.execPath, [program, 'bootstrap'], {
    timeoutMs: START_MS,
    env: { PATH: process.env['PATH'], ...env },
  });
  if (boot.code !== 0) throw new Error(`Directus does not bootstrap: ${boot.output.slice(-2000)}`);
  await startProgram([program, 'start'], env, `${url}/server/ping`);
  const signIn = async (email: string): Promise<Record<string, string>> => {
    const answer = await send({}, 'POST', `${url}/auth/login`, { email, password: PASSWORD });
    return {
      authorization: `Bearer ${((await answer.json()) as { data: { access_token: string } }).data.access_token}`,
    };
  };
  const admin = await signIn('admin@example.com');
  await send(admin, 'PATCH', `${url}/collections/tenants`, { meta: { accountability: 'all' } });
  const allowed = ['read', 'update'].map((action) => ({
    collection: 'tenants',
    action,
    fields: ['*'],
    permissions: {},
  }));
  const made = await send(admin, 'POST', `${url}/policies`, {
    name: 'operator',
    app_access: true,
    admin_access: false,
    permissions: { create: allowed, update: [], delete: [] },
  });
  const { data: policy } = (await made.json()) as { data: { id: string } };
  const policies = { create: [{ policy: { id: policy.id } }], update: [], delete: [] };
  await send(admin, 'POST', `${url}/users`, { email: 'operator@example.com', password: PASSWORD, policies });
  return { url, databaseUrl, headers: await signIn('operator@example.com') };
}

/** Unleash with flags f0, f1 ... that have one strategy in `development`; signed in as its administrator, and with a token as its SDKs have. */
export async function startUnleash(
  folder: string,
  flags: number,
): Promise<System & { operator: Record<string, string>; sdk: Record<string, string> }> {
  const databaseUrl = await startDatabase();
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: databaseUrl,
    DATABASE_SSL: 'false',
    DATABASE_POOL_MAX: POOL,
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: port,
    UNLEASH_DEFAULT_ADMIN_USERNAME: 'admin',
    UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD,
    INIT_CLIENT_API_TOKENS: UNLEASH_TOKEN,
    CHECK_VERSION: 'false',
    SEND_TELEMETRY: 'false',
    // Rate limits that are never reached.
    TOKEN_AUTHENTICATION_RATE_LIMIT_PER_MINUTE: '100000000',
    SDK_API_RATE_LIMIT_PER_MINUTE: '100000000',
  };
  await startProgram([join(folder, 'node_modules/unleash-server/dist/server.js')], env, `${url}/health`);
  const login = { username: 'admin', password: PASSWORD };
  const signedIn = await send({}, 'POST', `${url}/auth/simple/login`, login);
  const operator = { cookie: signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' };
  const features = `${url}/api/admin/projects/default/features`;
  for (let flag = 0; flag < flags; flag += 1) {
    const name = `f${flag}`;
    await send(operator, 'POST', features, { name, type: 'release', description: `Setting ${flag}` });
    await send(operator, 'POST', `${features}/${name}/environments/development/strategies`, {
      name: 'flexibleRollout',
      parameters: { rollout: '100', stickiness: 'default', groupId: name },
    });
  }
  return { url, databaseUrl, operator, sdk: { authorization: UNLEASH_TOKEN } };
}
