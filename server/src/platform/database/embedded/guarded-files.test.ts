import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { rows } from '../database.ts';
import { GuardedFiles } from './guarded-files.ts';
import { openPglite } from './pglite.ts';

const base = temporaryFolder();
afterEach(() => vi.restoreAllMocks());

/** A PGlite file system on a folder, with counters of lock checks and writes. */
async function guardedWrites() {
  const [assertLockHeld, write] = [vi.fn(), vi.fn(() => 1)];
  const nothing = vi.fn();
  const operations = {
    node_ops: { mknod: nothing, setattr: nothing },
    stream_ops: { setattr: nothing, write: write as (...args: unknown[]) => unknown },
  };
  const { emscriptenOpts } = await new GuardedFiles(base, assertLockHeld).init({} as never, {});
  // The other hooks mount the folder, which requires a complete module.
  const [guard] = [emscriptenOpts.preRun ?? []].flat();
  guard?.({ NODEFS: operations } as never);
  const to = (folder: string) => operations.stream_ops.write({ node: { name: 'file', parent: { name: folder } } });
  return { assertLockHeld, write, to };
}

it('checks ownership of the folder before each write to the WAL, which every commit performs', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const { assertLockHeld, write, to } = await guardedWrites();
  for (let commit = 1; commit <= 3; commit += 1) {
    to('pg_wal');
    expect(assertLockHeld).toHaveBeenCalledTimes(commit);
  }
  assertLockHeld.mockImplementation(() => {
    throw new Error('lost');
  });
  expect(() => to('pg_wal')).toThrow('lost');
  expect(write).toHaveBeenCalledTimes(3);
});

it('checks before other writes when the process may have been suspended since the last check', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const { assertLockHeld, to } = await guardedWrites();
  const looks = [0, 250, 500, 751, 1_001, 5_000].map((at) => {
    now.mockReturnValue(at);
    to('base');
    return assertLockHeld.mock.calls.length;
  });
  expect(looks).toEqual([1, 1, 1, 2, 2, 3]);
});

it(
  'an owner that finds another mark terminates before it acknowledges or stores another change',
  { timeout: 60_000 },
  async () => {
    const folder = join(base, 'taken-over');
    const lock = join(folder, 'lock.json');
    const script = `
    import { readFileSync, writeFileSync, writeSync } from 'node:fs';
    import { openPglite } from ${JSON.stringify(new URL('pglite.ts', import.meta.url).href)};
    const open = await openPglite(${JSON.stringify(folder)});
    await open.exec('create table kept (x int); insert into kept values (1)');
    writeSync(1, 'acknowledged 1');
    const mark = JSON.parse(readFileSync(${JSON.stringify(lock)}, 'utf8'));
    writeFileSync(${JSON.stringify(lock)}, JSON.stringify({ ...mark, owner: 'another console' }));
    await open.exec('insert into kept values (2)');
    writeSync(1, ', acknowledged 2');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said, ended] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect([said, ended]).toEqual(['acknowledged 1', [null, 'SIGKILL']]);
    rmSync(lock);
    const open = await openPglite(folder);
    expect(await rows(open.db, sql`select x from kept`)).toEqual([{ x: 1 }]);
    await open.close();
  },
);
