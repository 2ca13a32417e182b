import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { createDirectoryFiles } from '../../ports/files/directory-driver.ts';
import { createDirectoryReleases } from '../../ports/release-files.ts';
import { watchDisks } from './disks.ts';
import { answerError } from '../http/http-errors.ts';
import { createReadiness } from '../readiness.ts';

const folder = temporaryFolder();
const mount = (...options: string[]): number | null =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'mission-control-test', folder]).status;
const mounted = mount('size=1m', 'mode=700') === 0;
afterAll(() => void (mounted && spawnSync('umount', ['-l', folder])));

it.each([
  [{ code: '53100' }, /^The database cannot store this\. The disk is full\. Nothing was changed/],
  [
    { code: 'EROFS', path: '/var/cache/console/one.tmp' },
    /^The folder \/var\/cache\/console cannot store this\. The disk is read-only\./,
  ],
  [{ code: 'ENOSPC', syscall: 'write' }, /^A disk of the console cannot store this\. The disk is full\./],
])('responds with 503 and names the full disk for %j', async (facts, says) => {
  const app = fastify();
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.post('/', async () => Promise.reject(new Error('failed query', { cause: Object.assign(new Error('x'), facts) })));
  const answer = await app.inject({ method: 'POST', url: '/' });
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'unavailable', error: expect.stringMatching(says) as string });
});

describe.skipIf(!mounted)('a full or read-only folder', () => {
  const fill = (): void => {
    try {
      writeFileSync(join(folder, 'ballast'), Buffer.alloc(2 * 1024 * 1024));
    } catch {
      // Expected: the data that fitted stays.
    }
  };

  it('is named by the readiness check: 503 if it contains the database, otherwise a warning', async () => {
    let now = 0;
    const open = { ping: async () => undefined };
    const hub = { isListening: () => true };
    const embedded = createReadiness(
      open,
      hub,
      watchDisks({}, folder, () => now),
    );
    const beside = createReadiness(
      open,
      hub,
      watchDisks({ DATABASE_URL: 'postgres://x', RELEASES_DIR: folder }, '/nowhere', () => now),
    );
    embedded.starting(null);
    beside.starting(null);
    expect([await embedded.problem(), await beside.warnings()]).toEqual([null, []]);
    fill();
    now += 5_000;
    expect(await embedded.problem()).toBe('DATA_DIR cannot be written to: The disk is full.');
    expect(await beside.problem()).toBeNull();
    expect(await beside.warnings()).toEqual(['RELEASES_DIR cannot be written to: The disk is full.']);
    spawnSync('mount', ['-o', 'remount,ro', folder]);
    now += 5_000;
    expect(await embedded.problem()).toBe('DATA_DIR cannot be written to: The disk is read-only.');
    spawnSync('mount', ['-o', 'remount,rw', folder]);
    rmSync(join(folder, 'ballast'));
    now += 5_000;
    expect(await embedded.problem()).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is named by the ports that write to it, and no partial files remain', async () => {
    const files = createDirectoryFiles({ root: join(folder, 'files'), publicUrl: '', uniqueName: () => 'one' });
    const releases = createDirectoryReleases({ root: join(folder, 'releases'), uniqueName: () => 'one' });
    await files.put('branding/1/logo.png', Buffer.from('old'));
    const artifacts = join(folder, 'releases', 'artifacts');
    mkdirSync(artifacts, { recursive: true });
    writeFileSync(join(artifacts, 'abc.tar.gz'), Buffer.alloc(100_000, 1));
    fill();
    await expect(files.put('branding/1/logo.png', Buffer.alloc(100_000, 1))).rejects.toThrow(
      'The file store failed: The disk is full.',
    );
    expect((await files.read('branding/1/logo.png'))?.toString()).toBe('old');
    expect(readdirSync(join(folder, 'files', 'branding', '1'))).toEqual(['logo.png']);
    const target = { host: 'web-1', path: 'qa/bg' };
    const staged = releases.stage(
      target,
      { name: 'one', sha256: 'abc' },
      {
        execute: async () => undefined,
        signal: new AbortController().signal,
      },
    );
    await expect(staged).rejects.toThrow(
      'The folder of releases (RELEASES_DIR) cannot be written to: The disk is full.',
    );
    expect(readdirSync(join(folder, 'releases', 'servers', 'web-1', 'qa', 'bg', 'copies'))).toEqual([]);
  });
});
