import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { lockDirectory, assertLockHeld, removeStale, type DirectoryLock } from './directory-lock.ts';
import { writeHeartbeat, parseLockFile, createLockFile, type Mark } from './lock-file.ts';

const locks: DirectoryLock[] = [];
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.release();
});

const fresh = () => temporaryFolder(onTestFinished);
const fileOf = (directory: string): string => join(directory, 'lock.json');
const other = (more: Partial<Mark> = {}): Mark => ({
  owner: 'another console',
  boot: 'another boot',
  namespace: 'pid:[1]',
  host: 'web-7',
  pid: process.pid,
  beat: 0,
  ...more,
});
/** Locks the folder; `during` runs while the lock of another holder is being watched. */
async function take(directory: string, during: () => void = () => undefined): Promise<DirectoryLock> {
  const lock = await lockDirectory(directory, { pause: async () => during() });
  locks.push(lock);
  return lock;
}

it('refuses a second opener with instructions', async () => {
  const directory = fresh();
  const lock = await take(directory);
  const second = lockDirectory(directory);
  await expect(second).rejects.toThrow(/in use by process \d+\. Stop that process, or give this one its own DATA_DIR/);
  await lock.release();
  await take(directory);
});

it('refuses while a holder in another container or on another machine beats, whatever its process id', async () => {
  const directory = fresh();
  const mark = other({ pid: 2 ** 22 + 1 });
  createLockFile(fileOf(directory), mark);
  const refused = take(directory, () => void writeHeartbeat(fileOf(directory), mark));
  await expect(refused).rejects.toThrow(/in use by process \d+ of web-7\. Stop that process/);
});

it('takes over from a silent holder, even if a process with its id is alive', async () => {
  const directory = fresh();
  createLockFile(fileOf(directory), other());
  let looks = 0;
  await take(directory, () => void (looks += 1));
  expect(looks).toBe(50);
  expect(parseLockFile(readFileSync(fileOf(directory), 'utf8'))?.pid).toBe(process.pid);
});

it('takes over at once from a process of this machine that is known to be dead', async () => {
  const directory = fresh();
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const pid = spawnSync(process.execPath, ['-e', '']).pid;
  createLockFile(fileOf(directory), other({ boot, namespace: readlinkSync('/proc/self/ns/pid'), pid }));
  await take(directory, () => expect.unreachable('it need not be watched'));
});

it.each(['', '{', '[]', '{"pid":"1"}', '{"pid":1,"started":"1"}'])(
  'takes over a damaged lock file: %j',
  async (text) => {
    const directory = fresh();
    writeFileSync(fileOf(directory), text);
    await take(directory);
    expect(parseLockFile(readFileSync(fileOf(directory), 'utf8'))?.pid).toBe(process.pid);
  },
);

it('yields to a holder that resumes beating at the last moment', async () => {
  const directory = fresh();
  const mark = other();
  createLockFile(fileOf(directory), mark);
  let looks = 0;
  const refused = take(directory, () => void ((looks += 1) === 50 && writeHeartbeat(fileOf(directory), mark)));
  await expect(refused).rejects.toThrow(/in use/);
  expect(writeHeartbeat(fileOf(directory), mark)).toBe(true);
});

it('restores a lock other than the one judged silent', () => {
  const directory = fresh();
  const path = fileOf(directory);
  createLockFile(path, other({ beat: 7 }));
  const judged = JSON.stringify(other({ beat: 6 }));
  removeStale(path, judged);
  expect(parseLockFile(readFileSync(path, 'utf8'))?.beat).toBe(7);
  removeStale(path, JSON.stringify(other({ beat: 7 })));
  expect(readdirSync(directory)).toEqual([]);
  removeStale(path, judged);
  expect(readdirSync(directory)).toEqual([]);
});

it('recreates a deleted lock and notices a new owner of the folder', async () => {
  const directory = fresh();
  const mark = other();
  expect(writeHeartbeat(fileOf(directory), mark)).toBe(true);
  rmSync(fileOf(directory));
  createLockFile(fileOf(directory), other({ owner: 'a third one' }));
  expect(writeHeartbeat(fileOf(directory), mark)).toBe(false);
  const lost = vi.fn();
  const where = fresh();
  const mine = await lockDirectory(where);
  locks.push(mine);
  assertLockHeld(mine.mark, lost);
  expect(lost).not.toHaveBeenCalled();
  writeFileSync(fileOf(where), JSON.stringify(other()));
  assertLockHeld(mine.mark, lost);
  expect(lost).toHaveBeenCalledOnce();
  await mine.release();
  expect(parseLockFile(readFileSync(fileOf(where), 'utf8'))?.owner).toBe('another console');
});

it('terminates a suspended process whose folder was taken over', { timeout: 60_000 }, async () => {
  const directory = fresh();
  const script = `
    import { lockDirectory } from ${JSON.stringify(new URL('directory-lock.ts', import.meta.url).href)};
    await lockDirectory(${JSON.stringify(directory)});
    process.stdout.write('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  rmSync(fileOf(directory));
  await take(directory);
  child.kill('SIGCONT');
  expect(await ended).toEqual([null, 'SIGKILL']);
});
