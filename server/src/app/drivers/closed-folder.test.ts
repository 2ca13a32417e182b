import fs, { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { closeFolder } from './closed-folder.ts';

const base = temporaryFolder();
afterEach(() => vi.restoreAllMocks());
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

it('restricts DATA_DIR to the console at each start; published files keep their modes', () => {
  const dataDir = join(base, 'data');
  const outside = join(base, 'outside');
  writeFileSync(outside, '');
  chmodSync(outside, 0o644);
  const made: Record<string, [before: number, after: string]> = {
    'secrets.key': [0o644, '600'],
    'database/base/1/1259': [0o666, '600'],
    'sandbox/inventory.json': [0o664, '600'],
    'repositories/bg.git/hooks/run': [0o755, '700'],
    'releases/artifacts/a.tar.gz': [0o644, '600'],
    'releases/servers/web/current/index.php': [0o644, '644'],
    'fleet/web-1/config/tenants/1/coursepro.php': [0o640, '640'],
  };
  for (const [path, [mode]] of Object.entries(made)) {
    const place = join(dataDir, path);
    mkdirSync(join(place, '..'), { recursive: true });
    writeFileSync(place, '');
    chmodSync(place, mode);
  }
  chmodSync(join(dataDir, 'fleet'), 0o750);
  symlinkSync(outside, join(dataDir, 'link'));
  for (const start of [1, 2]) {
    chmodSync(dataDir, start === 1 ? 0o755 : 0o750);
    closeFolder(dataDir);
    const found = Object.keys(made).map((path) => [path, modeOf(join(dataDir, path))]);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(made).map(([path, [, after]]) => [path, after])),
    );
    expect([dataDir, join(dataDir, 'database', 'base'), join(dataDir, 'fleet'), outside].map(modeOf)).toEqual([
      '700',
      '700',
      '750',
      '644',
    ]);
  }
});

it('keeps the traverse permission of a group for reading the published files', () => {
  const dataDir = join(base, 'passable');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o710);
  closeFolder(dataDir);
  expect(modeOf(dataDir)).toBe('710');
});

it.each(['EACCES', 'ENOENT'])(
  'skips a subfolder that is unreadable or has disappeared (%s), but not DATA_DIR',
  (code) => {
    const dataDir = join(base, code);
    const other = join(dataDir, 'other.key');
    mkdirSync(join(dataDir, 'lost+found'), { recursive: true });
    writeFileSync(other, '');
    chmodSync(other, 0o644);
    let unreadable = join(dataDir, 'lost+found');
    const read = fs.readdirSync.bind(fs) as (path: string) => string[];
    // Root, who may run the tests, can read every folder.
    vi.spyOn(fs, 'readdirSync').mockImplementation(((path: string) => {
      if (path === unreadable) throw Object.assign(new Error(code), { code });
      return read(path);
    }) as typeof fs.readdirSync);
    closeFolder(dataDir);
    expect(modeOf(other)).toBe('600');
    unreadable = dataDir;
    expect(() => closeFolder(dataDir)).toThrow(code);
  },
);
