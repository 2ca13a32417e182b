import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../platform/testing/temporary-folder.ts';
import { findMisspelt, readEnv } from './settings/env.ts';
import { startServer, type RunningServer } from './start-server.ts';

let dataDir = '';
let printed = '';
const running: RunningServer[] = [];
beforeEach(() => {
  dataDir = temporaryFolder(onTestFinished);
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed += String(text))));
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const server of running.splice(0)) await server.stop();
});

const QUIET = { PORT: '0', SANDBOX: 'off', LOG_LEVEL: 'fatal' };

async function start(settings: Record<string, string> = {}): Promise<string> {
  const server = await startServer(readEnv({ ...QUIET, DATA_DIR: dataDir, ...settings }));
  running.push(server);
  return server.address ?? '';
}

/** Whether the sign-in form accepts the password. */
async function canSignIn(address: string, password: string): Promise<boolean> {
  const body = new URLSearchParams({ user: 'admin', password });
  const answer = await fetch(`${address}/auth/login`, { method: 'POST', body, redirect: 'manual' });
  return answer.status === 303 && answer.headers.get('set-cookie') !== null;
}

it(
  'creates no account in a failed start and reports why; the next start prints the password',
  { timeout: 120_000 },
  async () => {
    const missing = join(dataDir, 'no-such-inventory.json');
    await expect(start({ INVENTORY_FILE: missing })).rejects.toThrow(
      `INVENTORY_FILE (${missing}) cannot be read: there is no such file.`,
    );
    expect(printed).toBe('');
    const address = await start();
    const password = /First account: admin, password (\S+) /.exec(printed)?.[1] ?? '';
    expect(await canSignIn(address, password)).toBe(true);
  },
);

it('releases the database when another resource cannot be opened', { timeout: 120_000 }, async () => {
  const key = join(dataDir, 'secrets.key');
  writeFileSync(key, 'no key', { mode: 0o600 });
  await expect(start()).rejects.toThrow(`${key} is damaged`);
  rmSync(key);
  expect(await start()).toMatch(/^http/);
});

it('accepts an ADMIN_PASSWORD set later, until the first sign-in (0038)', { timeout: 120_000 }, async () => {
  await start();
  await running.pop()?.stop();
  const lost = /password (\S+) /.exec(printed)?.[1] ?? '';
  const address = await start({ ADMIN_PASSWORD: 'set after the print was lost' });
  expect(await canSignIn(address, lost)).toBe(false);
  expect(await canSignIn(address, 'set after the print was lost')).toBe(true);
  await running.pop()?.stop();
  const later = await start({ ADMIN_PASSWORD: 'somebody else wants in' });
  expect(await canSignIn(later, 'somebody else wants in')).toBe(false);
  expect(await canSignIn(later, 'set after the print was lost')).toBe(true);
});

it('detects a misspelt setting in the environment', () => {
  const source = { INVENTORY_FLIE: 'fleet.json', MY_DATADIR: 'x', PATH: '/bin' };
  expect(findMisspelt(readEnv(source), source)).toEqual([{ name: 'INVENTORY_FLIE', meant: 'INVENTORY_FILE' }]);
});
