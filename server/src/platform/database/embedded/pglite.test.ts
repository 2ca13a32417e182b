import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { diskErrorReason } from '../../disk-fault.ts';
import { rows } from '../database.ts';
import { openPglite } from './pglite.ts';

const base = temporaryFolder();
const good = join(base, 'good');
beforeAll(async () => {
  const open = await openPglite(good);
  await open.exec('create table kept (x int); insert into kept values (1); create index on kept (x)');
  await open.close();
});

function copy(name: string): string {
  const to = join(base, name);
  cpSync(good, to, { recursive: true });
  return to;
}

it('creates every file with owner-only permissions, whatever mode the database requests', () => {
  const open = readdirSync(good, { recursive: true, encoding: 'utf8' }).filter(
    (path) => (statSync(join(good, path)).mode & 0o077) !== 0,
  );
  expect(open).toEqual([]);
});

it('is opened by one process at a time, which holds the folder lock until it closes', async () => {
  const dataDir = copy('held');
  const open = await openPglite(dataDir);
  await expect(openPglite(dataDir)).rejects.toThrow(/is in use by process/);
  await open.close();
  expect(readdirSync(dataDir)).toEqual(['database']);
});

describe('a damaged database', { timeout: 60_000 }, () => {
  it.each([
    ['half of pg_control', (folder: string) => truncateSync(join(folder, 'global/pg_control'), 4_096)],
    [
      'a pg_control of zeros',
      (folder: string) => writeFileSync(join(folder, 'global/pg_control'), Buffer.alloc(8_192)),
    ],
    ['no PG_VERSION', (folder: string) => rmSync(join(folder, 'PG_VERSION'))],
    [
      'no WAL',
      (folder: string) =>
        readdirSync(join(folder, 'pg_wal')).forEach((name) =>
          rmSync(join(folder, 'pg_wal', name), { recursive: true }),
        ),
    ],
  ])('with %s is refused with a pointer to the restore instructions', async (what, damage) => {
    const dataDir = copy(what.replaceAll(' ', '-'));
    damage(join(dataDir, 'database'));
    await expect(openPglite(dataDir)).rejects.toThrow(
      /embedded database in .* is damaged: .*"Backup and restore" in docs\/operating\.md/,
    );
    // The lock is released so that the folder can be repaired.
    expect(readdirSync(dataDir)).not.toContain('lock.json');
  });

  it('does not include one whose first start was killed: it is recreated', async () => {
    const dataDir = join(base, 'killed');
    mkdirSync(join(dataDir, 'database', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'database.unfinished'), '');
    const open = await openPglite(dataDir);
    await open.ping();
    await open.close();
    expect(readdirSync(dataDir)).toEqual(['database']);
  });
});

const small = join(base, 'small');
mkdirSync(small);
const mounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m,mode=700', 'mission-control-test', small]).status === 0;
afterAll(() => void (mounted && spawnSync('umount', ['-l', small])));

describe.skipIf(!mounted)('a full disk', { timeout: 60_000 }, () => {
  it('fails the write without changing anything; writes succeed again once space is freed', async () => {
    cpSync(good, small, { recursive: true });
    const open = await openPglite(small);
    try {
      writeFileSync(join(small, 'ballast'), Buffer.alloc(64 * 1024 * 1024));
    } catch (error) {
      expect(diskErrorReason(error)).toBe('The disk is full.');
    }
    const fill = open.db.transaction(async (db) => {
      await db.execute(sql`insert into kept select g from generate_series(2, 500000) g`);
    });
    await expect(fill).rejects.toSatisfy((error) => diskErrorReason(error) === 'The disk is full.');
    expect(await rows(open.db, sql`select count(*)::int as n from kept`)).toEqual([{ n: 1 }]);
    rmSync(join(small, 'ballast'));
    await open.db.execute(sql`insert into kept values (2)`);
    await open.close();
    const again = await openPglite(small);
    expect(await rows(again.db, sql`select x from kept order by x`)).toEqual([{ x: 1 }, { x: 2 }]);
    await again.close();
  });
});
