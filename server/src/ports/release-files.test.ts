import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../platform/testing/temporary-folder.ts';
import {
  createDirectoryReleases,
  type Execute,
  type ReleaseFiles,
  type Target,
  type Workplace,
} from './release-files.ts';

const execute: Execute = async ([program = '', ...args], cwd) =>
  void (await promisify(execFile)(program, args, { cwd }));
const step = { execute, signal: new AbortController().signal };
const target: Target = { host: 'eu-qa-01', path: 'qa/bg/api' };

let root = '';
let files: ReleaseFiles;
beforeEach(() => {
  root = temporaryFolder(onTestFinished);
  files = createDirectoryReleases({ root, uniqueName: randomUUID });
});

const place = (...names: string[]): string => join(root, 'servers', 'eu-qa-01', 'qa/bg/api', ...names);
const served = (): string | null => (existsSync(place('current')) ? basename(readlinkSync(place('current'))) : null);
const listed = (folder: string): string[] => readdirSync(folder).toSorted();
const keep = (content: string) =>
  files.withWorkplace('qa-api', async (work: Workplace) => {
    writeFileSync(join(work.out, 'index.html'), content);
    return files.keep(work, execute);
  });
const stage = async (name: string, content: string): Promise<void> => {
  const { sha256 } = await keep(content);
  await files.stage(target, { name, sha256 }, step);
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
  expect(served()).toBeNull();
  await files.switchTo(target, 'one', step);
  await stage('two', '2');
  expect(readFileSync(place('current', 'index.html'), 'utf8')).toBe('1');
  await files.switchTo(target, 'two', step);
  await files.switchTo(target, 'two', step);
  expect([served(), readFileSync(place('current', 'index.html'), 'utf8')]).toEqual(['two', '2']);
  await files.switchTo(target, null, step);
  expect(served()).toBeNull();
});

it('accepts neither a partial copy nor one with another hash', async () => {
  await stage('one', '1');
  const { sha256 } = await keep('2');
  writeFileSync(join(root, 'artifacts', `${sha256}.tar.gz`), 'changed');
  await expect(files.stage(target, { name: 'two', sha256 }, step)).rejects.toMatchObject({
    message: 'The copied artifact is not the one that was built.',
  });
  expect(existsSync(place('copies', 'two'))).toBe(false);
  await expect(files.switchTo(target, 'two', step)).rejects.toMatchObject({ code: 'target_failed' });
});

it('removes old copies, but never the served one', async () => {
  for (const name of ['one', 'two', 'three']) await stage(name, name);
  await files.switchTo(target, 'one', step);
  await files.prune(target, ['three'], step);
  expect(readdirSync(place('copies')).toSorted()).toEqual(['one', 'three']);
  await files.prune({ host: 'eu-qa-02', path: 'qa/bg/api' }, [], step);
});

it('removes old copies although one vanishes meanwhile', async () => {
  for (const name of ['one', 'two', 'three']) await stage(name, name);
  files = createDirectoryReleases({
    root,
    uniqueName() {
      rmSync(place('copies', 'two'), { recursive: true, force: true });
      return randomUUID();
    },
  });
  await files.prune(target, [], step);
  expect(listed(place('copies'))).toEqual([]);
});

it('removes nothing any more once it has failed to remove an old copy', async () => {
  for (const name of ['one', 'two', 'three']) await stage(name, name);
  const names = ['x'.repeat(300)];
  files = createDirectoryReleases({ root, uniqueName: () => names.shift() ?? randomUUID() });
  await expect(files.prune(target, [], step)).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  expect(listed(place('copies'))).toHaveLength(1);
});

describe('a step that was left behind', () => {
  let sha256 = '';
  let left: AbortController;
  beforeEach(async () => {
    for (const name of ['one', 'two']) await stage(name, name);
    await files.switchTo(target, 'one', step);
    ({ sha256 } = await keep('three'));
    left = new AbortController();
  });

  it('switches and removes nothing', async () => {
    left.abort(new Error('left behind'));
    for (const name of ['two', null]) await expect(files.switchTo(target, name, left)).rejects.toThrow('left behind');
    await expect(files.prune(target, [], left)).rejects.toThrow('left behind');
    expect(served()).toBe('one');
    expect(listed(place())).toEqual(['copies', 'current']);
    expect(listed(place('copies'))).toEqual(['one', 'two']);
  });

  it('leaves the copy that another step is unpacking', async () => {
    const three = { name: 'three', sha256 };
    const [unpacked, stuck] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const late: Execute = async (argv, cwd) => {
      await execute(argv, cwd);
      if (argv[0] !== 'sync') return;
      unpacked.resolve(undefined);
      await stuck.promise;
    };
    const behind = files.stage(target, three, { execute: late, signal: left.signal });
    await unpacked.promise;
    left.abort(new Error('left behind'));
    await files.stage(target, three, {
      signal: step.signal,
      async execute(argv, cwd) {
        await execute(argv, cwd);
        if (argv[0] !== 'tar') return;
        stuck.resolve(undefined);
        await expect(behind).rejects.toThrow('left behind');
        expect(existsSync(place('copies', 'three'))).toBe(false);
      },
    });
    expect(listed(place('copies'))).toEqual(['one', 'three', 'two']);
    expect(readFileSync(place('copies', 'three', 'index.html'), 'utf8')).toBe('three');
  });

  it('frees the space of what it left before the next copy is unpacked', async () => {
    mkdirSync(place('copies', '.tmp.a'));
    writeFileSync(place('copies/.tmp.a.artifact'), '');
    const seen: string[][] = [];
    const unpack: Execute = async (argv, cwd) => {
      seen.push(listed(place('copies')));
      await execute(argv, cwd);
    };
    const names = ['d', 'c', 'b'];
    files = createDirectoryReleases({ root, uniqueName: () => names.pop() ?? '' });
    await files.stage(target, { name: 'three', sha256 }, { ...step, execute: unpack });
    expect(seen[0]).toEqual(['.tmp.d', '.tmp.d.artifact', 'one', 'two']);
  });

  it('has what it left removed with the old copies, if its process died', async () => {
    for (const name of ['.tmp.a', 'one.unpacked']) mkdirSync(place('copies', name));
    for (const name of ['copies/.tmp.a.artifact', '.tmp.b']) writeFileSync(place(name), '');
    await files.prune(target, [], step);
    expect([listed(place()), listed(place('copies'))]).toEqual([['copies', 'current'], ['one']]);
  });
});

it.each(['.tmp.a', '../x', '..', '', 'a/../b', '/etc', '.hidden', 'a\0', '-rf'])(
  'refuses %j as a name on a server',
  async (name) => {
    await expect(files.switchTo(target, name, step)).rejects.toMatchObject({ code: 'target_failed' });
    await expect(files.stage({ host: name, path: 'qa' }, { name: 'a', sha256: 'b' }, step)).rejects.toMatchObject({
      code: 'target_failed',
    });
    await expect(files.prune({ host: 'eu-qa-01', path: `qa/${name}/x` }, [], step)).rejects.toMatchObject({
      code: 'target_failed',
    });
  },
);
