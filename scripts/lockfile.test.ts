import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

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
