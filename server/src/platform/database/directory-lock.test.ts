import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { lockDirectory } from './directory-lock.ts';

const made: string[] = [];
afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true });
});

function fresh(): string {
  const directory = mkdtempSync(join(tmpdir(), 'mc-lock-'));
  made.push(directory);
  return directory;
}

it('refuses a second opener with a message that says what to do', () => {
  const directory = fresh();
  const unlock = lockDirectory(directory);
  expect(() => lockDirectory(directory)).toThrow(
    /in use by process \d+\. Stop that process, or give this one its own DATA_DIR/,
  );
  unlock();
  lockDirectory(directory)();
});

it('takes over the lock of a dead process', () => {
  const directory = fresh();
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  writeFileSync(join(directory, 'lock.json'), JSON.stringify({ pid: dead, started: '1' }));
  const unlock = lockDirectory(directory);
  expect(JSON.parse(readFileSync(join(directory, 'lock.json'), 'utf8'))).toMatchObject({ pid: process.pid });
  unlock();
});

it('takes over when the pid now belongs to another process', () => {
  const directory = fresh();
  writeFileSync(join(directory, 'lock.json'), JSON.stringify({ pid: process.pid, started: 'long ago' }));
  expect(() => lockDirectory(directory)()).not.toThrow();
});

it.each(['', '{', '[]', '{"pid":"1"}'])('takes over a damaged lock file: %j', (text) => {
  const directory = fresh();
  writeFileSync(join(directory, 'lock.json'), text);
  expect(() => lockDirectory(directory)()).not.toThrow();
});
