import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_EMAIL } from '@mission-control/contract/branding/rules';
import { findAuditFault } from '@mission-control/server/platform/audit/verify';
import { openPostgres } from '../server/src/platform/database/postgres/postgres.ts';
import { createLog } from '@mission-control/server/platform/log/log';
import { afterAll, describe, expect, it } from 'vitest';
import { startConsole, type Console } from '../e2e/support/console.ts';
import { signIn, signInToken } from '../e2e/support/operator.ts';
import { findPostgres, startPostgres } from '../server/src/ports/testing/postgresql.ts';

const FEW = { SANDBOX: 'on', SANDBOX_TENANTS: '12' };
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
/** A PNG of one pixel. */
const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const programs = findPostgres();
const canDump = programs !== undefined && ['pg_dump', 'pg_restore'].every((name) => existsSync(join(programs, name)));

const folder = mkdtempSync(join(tmpdir(), 'mc-backup-'));
/** Resources started by a test, ended in reverse order even if it fails. */
const started: { end(): Promise<unknown> }[] = [];
afterAll(async () => {
  for (const { end } of started.toReversed()) await end();
  rmSync(folder, { recursive: true, force: true });
});

async function startOne(settings: Record<string, string>): Promise<Console> {
  const server = await startConsole(settings);
  started.push({ end: () => server.dispose() });
  return server;
}

/** A snapshot of a console as seen by an operator: its tenants, and the settings of one with a change and a secret. */
async function look(url: string): Promise<unknown> {
  const { call } = await signIn(url);
  const list = (await call('GET', '/api/tenant')).body as { tenants: { _id: number; tenant_name: string }[] };
  const config = (await call('GET', '/api/tenant/1/coursepro')).body;
  return { tenants: list.tenants.map(({ _id: id, tenant_name: name }) => [id, name]), config };
}

/** Creates data to back up: saves and publishes a setting, which reads all secrets. */
async function publish(server: Console, value: string): Promise<void> {
  const { call } = await signIn(server.url);
  const changed = [{ key: 'BASKET_TIMEOUT', value, type: 1, state: 1 }];
  expect(await call('POST', '/api/tenant/1/coursepro', { changed })).toMatchObject({ status: 200 });
  expect(await call('PUT', '/api/tenant/1/coursepro')).toMatchObject({ status: 200 });
}

/** Uploads a logo; returns its path on the console. */
async function uploadLogo({ url }: Console): Promise<string> {
  const form = new FormData();
  form.set('email_logo', new Blob([Buffer.from(LOGO, 'base64')], { type: 'image/png' }), 'logo.png');
  form.set('emailData', JSON.stringify(DEFAULT_EMAIL));
  const headers = { authorization: `Bearer ${await signInToken(url)}` };
  const answer = await fetch(`${url}/api/tenant/1/homeportal2/email`, { method: 'POST', headers, body: form });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { emailLogoUrl: string }).emailLogoUrl;
}

const filesBelow = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(root, path)).isFile())
      .map((path) => [path, readFileSync(join(root, path), 'base64')]),
  );

describe('a backup', () => {
  it(
    'of the embedded database is a copy of its folder, taken while the process is stopped',
    { timeout: 120_000 },
    async () => {
      const server = await startOne(FEW);
      await publish(server, '4321');
      const before = await look(server.url);
      expect(await server.end('SIGTERM')).toBe(0);
      const copy = join(folder, 'embedded');
      cpSync(server.dataDir, copy, { recursive: true });
      await server.dispose();

      const restored = await startOne({ ...FEW, DATA_DIR: copy });
      expect(await look(restored.url)).toEqual(before);
      await restored.dispose();
    },
  );

  it.skipIf(!canDump)(
    'of PostgreSQL and DATA_DIR is taken while the console runs, and restores everything elsewhere',
    { timeout: 180_000 },
    async () => {
      const postgres = await startPostgres(programs ?? '');
      started.push({ end: () => postgres.stop() });
      const urlOf = (name: string): string => postgres.url.replace(/[^/]+$/, name);
      const path = `${programs}:${process.env['PATH']}`;
      const run = (script: string, settings: Record<string, string>, name = 'backup'): string =>
        execFileSync('/bin/sh', [`deploy/${script}.sh`, join(folder, name)], {
          env: { PATH: path, ...settings },
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        });
      const server = await startOne({ ...FEW, SECRETS_KEY, DATABASE_URL: postgres.url });
      await publish(server, '4321');
      const logo = await uploadLogo(server);
      const before = await look(server.url);
      run('backup', { DATABASE_URL: postgres.url, DATA_DIR: server.dataDir });
      const files = filesBelow(join(server.dataDir, 'fleet'));
      await server.dispose();

      // A database in use is rejected and left unchanged.
      const fresh = join(folder, 'data');
      expect(() => run('restore', { DATABASE_URL: postgres.url, DATA_DIR: fresh })).toThrow(/database .* is not empty/);
      const admin = openPostgres(postgres.url, createLog('error'));
      await admin.exec('create database restored');
      await admin.close();
      // A table of an extension, like those of PostGIS.
      const empty = openPostgres(urlOf('restored'), createLog('error'));
      await empty.exec('create table places (); alter extension plpgsql add table places');
      await empty.close();
      const target = { DATABASE_URL: urlOf('restored'), DATA_DIR: fresh };
      // A failed restore leaves both empty: otherwise, the next one would be rejected.
      for (const name of ['data.tar.gz', 'database.dump']) {
        cpSync(join(folder, 'backup'), join(folder, 'damaged'), { recursive: true });
        truncateSync(join(folder, 'damaged', name), Math.floor(statSync(join(folder, 'backup', name)).size / 2));
        expect(() => run('restore', target, 'damaged')).toThrow(/unexpected end of file|could not read/);
        rmSync(join(folder, 'damaged'), { recursive: true });
      }
      // The script is told to stop while pg_restore is running.
      const stopping = join(folder, 'stopping');
      mkdirSync(stopping);
      const pgRestore = `#!/bin/sh\nkill -TERM $PPID\nexec ${join(programs ?? '', 'pg_restore')} "$@"\n`;
      writeFileSync(join(stopping, 'pg_restore'), pgRestore, { mode: 0o755 });
      run('restore', { ...target, PATH: `${stopping}:${path}` });
      expect(filesBelow(join(fresh, 'fleet'))).toEqual(files);

      const restored = await startOne({ SECRETS_KEY, DATABASE_URL: urlOf('restored'), DATA_DIR: fresh });
      expect(await look(restored.url)).toEqual(before);
      expect((await fetch(`${restored.url}${logo}`)).status).toBe(200);
      await publish(restored, '4322');
      await restored.dispose();
      const open = openPostgres(urlOf('restored'), createLog('error'));
      expect(await findAuditFault(open.db)).toBeNull();
      await open.close();
    },
  );

  it.skipIf(!canDump)(
    'is not needed to move an embedded console to PostgreSQL: everything is there, and the old database is closed',
    { timeout: 180_000 },
    async () => {
      const postgres = await startPostgres(programs ?? '');
      started.push({ end: () => postgres.stop() });
      const embedded = await startOne(FEW);
      await publish(embedded, '4321');
      const logo = await uploadLogo(embedded);
      const before = await look(embedded.url);
      const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
      const move = () =>
        spawnSync(process.execPath, ['server/src/app/account/main.ts', 'move-data', '--to', postgres.url], {
          env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: embedded.dataDir },
          encoding: 'utf8',
        });
      // The console holds its folder.
      expect(move()).toMatchObject({ status: 1, stdout: '' });
      expect(await embedded.end('SIGTERM')).toBe(0);
      const done = move();
      expect(done.status).toBe(0);
      expect(done.stdout).toMatch(/^Moved \d{4,} rows .* the audit log is intact: \d+ events/);
      const again = move();
      expect(again.status).toBe(1);
      expect(again.stderr).toContain('was moved to PostgreSQL at');

      const moved = await startOne({ ...FEW, DATA_DIR: embedded.dataDir, DATABASE_URL: postgres.url });
      expect(await look(moved.url)).toEqual(before);
      expect((await fetch(`${moved.url}${logo}`)).status).toBe(200);
      await publish(moved, '4322');
      await moved.dispose();
      await embedded.dispose();
    },
  );
});
