import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

interface Locked {
  link?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const installed = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

/** Packages with an install script, which `npm ci --ignore-scripts` skips; all of them work without it. */
const WITH_SCRIPTS = ['@parcel/watcher', 'cpu-features', 'esbuild', 'ssh2'];

it('pins every package by its hash, from the registry alone (threat 32)', () => {
  expect(installed.length).toBeGreaterThan(100);
  for (const [path, { resolved, integrity }] of installed) {
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/)]);
    expect([path, resolved ?? '']).toEqual([path, expect.stringMatching(/^$|^https:\/\/registry\.npmjs\.org\//)]);
  }
});

it('has no package with a new install script (threat 32)', () => {
  const found = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  expect([...new Set(found.map((path) => path.replace(/^.*node_modules\//, '')))].toSorted()).toEqual(WITH_SCRIPTS);
});

describe('a command of an installation whose packages are installed', () => {
  const root = mkdtempSync(join(tmpdir(), 'mc-prepare-'));
  const modules = join(root, 'node_modules');
  for (const folder of ['scripts', 'node_modules/.bin']) mkdirSync(join(root, folder), { recursive: true });
  cpSync('scripts/prepare.mjs', join(root, 'scripts/prepare.mjs'));
  writeFileSync(join(root, 'scripts/verify.ts'), "console.log('verified');");
  for (const name of ['package-lock.json', 'node_modules/.package-lock.json']) writeFileSync(join(root, name), '{}');
  symlinkSync(process.execPath, join(modules, '.bin/node'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const verify = (...options: string[]) =>
    spawnSync(process.execPath, [...options, join(root, 'scripts/prepare.mjs'), 'verify'], { encoding: 'utf8' });

  it.each(['EACCES', 'EROFS'])('runs for a user who may not write to it (%s)', (code) => {
    // Root may write anywhere.
    const refuse = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
      fs.writeFileSync = () => { throw Object.assign(new Error(), { code: '${code}' }); }; syncBuiltinESMExports();`;
    const preload = `data:text/javascript,${encodeURIComponent(refuse)}`;
    expect(verify('--import', preload)).toMatchObject({ status: 0, stdout: 'verified\n' });
  });

  it('notes the lockfile once, and writes nothing later', () => {
    const stamp = join(modules, '.installed-from');
    expect(verify().status).toBe(0);
    const written = statSync(stamp, { bigint: true }).mtimeNs;
    expect(verify().status).toBe(0);
    expect(statSync(stamp, { bigint: true }).mtimeNs).toBe(written);
  });
});
