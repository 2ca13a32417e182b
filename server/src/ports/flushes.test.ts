import { hash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../platform/testing/temporary-folder.ts';
import { createDirectoryPublishing } from './config-publishing/directory-driver.ts';
import { createDirectoryFiles } from './files/directory-driver.ts';
import { createDirectoryReleases } from './release-files.ts';
import { noteFlushes, type Flushes } from './testing/flushes.ts';

let root = '';
let flushes: Flushes;
beforeEach(async () => {
  root = temporaryFolder(onTestFinished);
  flushes = await noteFlushes(root);
});
afterEach(() => flushes.stop());

const web = { host: 'web-1' };
const content = Buffer.from('<?php\n');
const file = { path: 'tenants/1/coursepro.php', content, sha256: hash('sha256', content) };
const FOLDER = 'web-1/config/tenants/1';

it('a published config survives a power failure after each step: new folders, the staged file, its name, the rename, the removal', async () => {
  const port = createDirectoryPublishing({ root, timeoutMs: 10_000 });
  await port.stage(web, file, 'p1');
  expect(flushes.seen).toEqual([
    '.: web-1',
    'web-1: config',
    'web-1/config: tenants',
    'web-1/config/tenants: 1',
    `${FOLDER}/.tmp.p1 6 bytes`,
    `${FOLDER}: .tmp.p1`,
  ]);
  flushes.seen.length = 0;
  await port.activate(web, file, 'p1');
  await port.withdraw(web, file.path);
  expect(flushes.seen).toEqual([`${FOLDER}: coursepro.php`, `${FOLDER}: `]);
});

it('a stored file survives a power failure: folders, content before name, name, removal', async () => {
  const files = createDirectoryFiles({ root, publicUrl: '', uniqueName: () => 'one' });
  await files.put('branding/1/logo.png', content);
  await files.remove('branding/1/logo.png');
  expect(flushes.seen).toEqual([
    'branding: 1',
    '.: branding',
    'branding/1/.tmp.one 6 bytes',
    'branding/1: logo.png',
    'branding/1: ',
  ]);
});

it('a release survives a power failure: the artifact before its name, the files of the copy before its name, the switched and the removed link', async () => {
  const releases = createDirectoryReleases({ root, uniqueName: () => 'one' });
  const run = promisify(execFile);
  const execute = async ([program = '', ...args]: readonly string[], cwd: string): Promise<void> => {
    await run(program, args, { cwd });
    if (program === 'sync') flushes.seen.push(`${relative(root, cwd)}, all of it: ${readdirSync(cwd).join(' ')}`);
  };
  const kept = await releases.withWorkplace('qa', async (place) => {
    mkdirSync(place.out, { recursive: true });
    writeFileSync(join(place.out, 'index.html'), 'x');
    return releases.keep(place, execute);
  });
  const target = { host: 'web-1', path: 'qa/bg' };
  const { signal } = new AbortController();
  await releases.stage(target, { name: 'one', sha256: kept.sha256 }, { execute, signal });
  await releases.switchTo(target, 'one', { signal });
  await releases.switchTo(target, null, { signal });
  expect(flushes.seen).toEqual([
    `work/qa/tree.tar.packed ${kept.size} bytes`,
    `artifacts: ${kept.sha256}.tar.gz`,
    'servers/web-1/qa/bg/copies/.tmp.one, all of it: index.html',
    'servers/web-1/qa/bg/copies: one',
    'servers/web-1/qa/bg: copies current',
    'servers/web-1/qa/bg: copies',
  ]);
});
