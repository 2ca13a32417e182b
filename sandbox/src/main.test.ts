import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inventorySchema } from '@mission-control/contract/inventory/schema';
import { afterAll, describe, expect, it } from 'vitest';
import { generateInventory } from './generate-inventory.ts';

const folder = mkdtempSync(join(tmpdir(), 'mc-sandbox-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]): { status: number | null; stderr: string } => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
  return { status, stderr };
};

describe('the sandbox command', () => {
  it('writes the fleet for the parameters atomically', () => {
    const out = join(folder, 'inventory.json');
    expect(run('--tenants', '3', '--seed', '5', '--today', '2026-11-21', '--out', out)).toMatchObject({ status: 0 });
    // The file contains secrets of the fleet.
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['inventory.json']);
    const written = inventorySchema.parse(JSON.parse(readFileSync(out, 'utf8')));
    expect(written).toEqual(generateInventory({ tenants: 3, seed: 5, today: '2026-11-21' }));
  });

  it('writes the files of the servers atomically, a few of them edited by hand', () => {
    const [out, servers] = [join(folder, 'two.json'), join(folder, 'servers')];
    const args = ['--tenants', '2', '--seed', '1', '--today', '2026-11-21', '--out', out, '--servers', servers];
    expect(run(...args)).toMatchObject({ status: 0 });
    const [brimham] = inventorySchema.parse(JSON.parse(readFileSync(out, 'utf8'))).tenants;
    const hosts = readdirSync(servers, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.env'));
    expect(hosts).toContainEqual(expect.stringMatching(/config\/tenants\/1\/strive\.env$/));
    const texts = hosts.map((path) => readFileSync(join(servers, path), 'utf8'));
    expect(texts.filter((text) => text.endsWith('# temporary fix\n'))).toHaveLength(1);
    expect(brimham?.id).toBe(1);
    expect(readdirSync(folder)).toEqual(['inventory.json', 'servers', 'two.json']);
  });

  it('keeps the servers of a console that was faster, and leaves nothing unfinished behind when it fails', () => {
    const place = mkdtempSync(join(folder, 'shared-'));
    const servers = join(place, 'servers');
    mkdirSync(servers);
    writeFileSync(join(servers, 'published'), 'by the other console');
    const args = ['--tenants', '2', '--seed', '1', '--today', '2026-11-21', '--servers', servers];
    expect(run(...args, '--out', join(place, 'fleet.json'))).toMatchObject({ status: 0 });
    expect(readdirSync(servers)).toEqual(['published']);
    mkdirSync(join(place, 'taken'));
    expect(run(...args, '--out', join(place, 'taken'))).toMatchObject({ status: 1 });
    expect(readdirSync(place)).toEqual(['fleet.json', 'servers', 'taken']);
  });

  it.each([[[]], [['--tenants', '0', '--seed', '1', '--today', '2026-11-21', '--out', 'x']], [['--wrong']]])(
    'prints the usage when called with %j',
    (args) => {
      const { status, stderr } = run(...args);
      expect(status).toBe(1);
      expect(stderr).not.toBe('');
    },
  );
});
