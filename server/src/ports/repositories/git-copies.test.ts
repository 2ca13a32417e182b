import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { createGitCopies } from './git-copies.ts';

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock(import('node:fs/promises'), async (original) => {
  const files = await original();
  const mkdtemp = async (prefix: string): Promise<string> => {
    if (disk.isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    return files.mkdtemp(prefix);
  };
  return { ...files, mkdtemp: mkdtemp as typeof files.mkdtemp };
});

it('removes on a full disk what killed fetches left, and fetches even if something cannot be removed', async () => {
  const folder = temporaryFolder(onTestFinished);
  const remote = join(folder, 'remote.git');
  execFileSync('git', ['init', '--quiet', '--bare', '--', remote]);
  const environment = { path: process.env['PATH'] ?? '', home: homedir() };
  const copies = createGitCopies({ folder: join(folder, 'copies'), address: async () => remote, environment });
  await copies.refresh('bg');
  const packs = join(folder, 'copies', 'bg.git', 'objects', 'pack');
  writeFileSync(join(packs, 'tmp_pack_left'), 'PACK');
  mkdirSync(join(packs, 'tmp_solid'));
  const longAgo = new Date('2026-01-01T00:00:00Z');
  for (const name of ['tmp_pack_left', 'tmp_solid']) utimesSync(join(packs, name), longAgo, longAgo);
  disk.isFull = true;
  await copies.refresh('bg');
  expect(readdirSync(packs)).toEqual(['tmp_solid']);
});
