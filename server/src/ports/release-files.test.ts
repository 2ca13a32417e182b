import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createDirectoryReleases,
  type Execute,
  type ReleaseFiles,
  type Target,
  type Workplace,
} from './release-files.ts';

const execute: Execute = async ([program = '', ...args], cwd) =>
  void (await promisify(execFile)(program, args, { cwd }));
const target: Target = { host: 'eu-qa-01', path: 'qa/bg/api' };

let root = '';
let files: ReleaseFiles;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mc-releases-'));
  files = createDirectoryReleases({ root });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const place = (...names: string[]): string => join(root, 'servers', 'eu-qa-01', 'qa/bg/api', ...names);
const keep = (content: string) =>
  files.withWorkplace('qa-api', async (work: Workplace) => {
    writeFileSync(join(work.out, 'index.html'), content);
    return files.keep(work, execute);
  });
const stage = async (name: string, content: string): Promise<void> => {
  const { sha256 } = await keep(content);
  await files.stage(target, { name, sha256 }, execute);
};

it('provides empty folders for a build, whatever a dead one left there, and removes them', async () => {
  mkdirSync(join(root, 'work/qa-api/out'), { recursive: true });
  writeFileSync(join(root, 'work/qa-api/out/left'), 'over');
  expect(await files.withWorkplace('qa-api', async ({ out }) => readdirSync(out))).toEqual([]);
  expect(readdirSync(join(root, 'work'))).toEqual([]);
});

it('removes the folders of dead builds, and keeps those of running ones', async () => {
  for (const name of ['run-7', 'run-8']) mkdirSync(join(root, 'work', name, 'source'), { recursive: true });
  await files.dropWorkplaces(async (name) => name === 'run-8');
  expect(readdirSync(join(root, 'work'))).toEqual(['run-8']);
  rmSync(join(root, 'work'), { recursive: true });
  await files.dropWorkplaces(async () => false);
});

it('rejects a build without output', async () => {
  const nothing = files.withWorkplace('qa-api', (work) => files.keep(work, execute));
  await expect(nothing).rejects.toMatchObject({
    code: 'target_failed',
    message: 'The build produced no files in {out}.',
  });
});

it('serves the staged copy after the switch, and the previous one until then', async () => {
  await stage('one', '1');
  expect(await files.current(target)).toBeNull();
  await files.switchTo(target, 'one');
  await stage('two', '2');
  expect(readFileSync(place('current', 'index.html'), 'utf8')).toBe('1');
  await files.switchTo(target, 'two');
  await files.switchTo(target, 'two');
  expect([await files.current(target), readFileSync(place('current', 'index.html'), 'utf8')]).toEqual(['two', '2']);
  await files.switchTo(target, null);
  expect(await files.current(target)).toBeNull();
});

it('accepts neither a partial copy nor one with another hash', async () => {
  mkdirSync(place('copies', 'one.unpacked'), { recursive: true });
  writeFileSync(place('copies', 'one.unpacked', 'half'), '');
  await stage('one', '1');
  expect(readdirSync(place('copies', 'one'))).toEqual(['index.html']);
  const { sha256 } = await keep('2');
  writeFileSync(join(root, 'artifacts', `${sha256}.tar.gz`), 'changed');
  await expect(files.stage(target, { name: 'two', sha256 }, execute)).rejects.toMatchObject({
    message: 'The copied artifact is not the one that was built.',
  });
  expect(existsSync(place('copies', 'two'))).toBe(false);
  await expect(files.switchTo(target, 'two')).rejects.toMatchObject({ code: 'target_failed' });
});

it('removes old copies, but never the served one', async () => {
  for (const name of ['one', 'two', 'three']) await stage(name, name);
  await files.switchTo(target, 'one');
  await files.prune(target, ['three']);
  expect(readdirSync(place('copies')).toSorted()).toEqual(['one', 'three']);
  await files.prune({ host: 'eu-qa-02', path: 'qa/bg/api' }, []);
});

it.each(['../x', '..', '', 'a/../b', '/etc', '.hidden', 'a\0', '-rf'])(
  'refuses %j as a name on a server',
  async (name) => {
    await expect(files.switchTo(target, name)).rejects.toMatchObject({ code: 'target_failed' });
    await expect(files.stage({ host: name, path: 'qa' }, { name: 'a', sha256: 'b' }, execute)).rejects.toMatchObject({
      code: 'target_failed',
    });
    await expect(files.current({ host: 'eu-qa-01', path: `qa/${name}/x` })).rejects.toMatchObject({
      code: 'target_failed',
    });
  },
);
