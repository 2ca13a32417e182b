import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import type { Ctx } from '../../platform/context.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { openPglite } from '../../platform/database/embedded/pglite.ts';
import { findWriteError } from '../../platform/disk-fault.ts';
import { createTestCtx, type TestCtx } from '../../platform/testing/test-ctx.ts';
import { listLocks, outputOf, startRun } from './public.ts';
import { getRun } from './service.ts';

const folder = temporaryFolder();
const mounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m,mode=700', 'mission-control-test', folder]).status === 0;
afterAll(() => void (mounted && spawnSync('umount', ['-l', folder])));
const ballast = join(folder, 'ballast');
const fill = (): void => {
  try {
    writeFileSync(ballast, Buffer.alloc(96 * 1024 * 1024));
  } catch {
    // Expected: the data that fits is kept.
  }
};

describe.skipIf(!mounted)('a run whose database is on a full disk', { timeout: 120_000 }, () => {
  let t: TestCtx;
  let open: OpenDatabase;
  let ctx: Ctx;
  beforeAll(async () => {
    t = await createTestCtx();
    open = await openPglite(folder);
    await migrate(open.db);
    ctx = { ...t.as({ role: 'release-manager' }), db: open.db };
  }, 120_000);
  afterAll(async () => {
    await open.close();
    await t.close();
  });

  it('fails with the reason, keeps the stored output, and frees its locks once there is space', async () => {
    const run = await startRun(ctx, {
      kind: 'deploy',
      subject: 'bg 4.2.0',
      locks: ['deploy:bg'],
      work: async ({ write }) => {
        write('begun\n');
        await vi.waitFor(async () => expect((await getRun(ctx, run.id)).run.output_length).toBe(6), 20_000);
        fill();
        write(randomBytes(4 * 1024 * 1024).toString('base64'));
      },
    });
    const lost =
      /^The rest of the output could not be stored: The database cannot store this\. The disk is full\. Its work succeeded\.$/;
    await expect(outputOf(run)).rejects.toMatchObject({
      code: 'target_failed',
      message: expect.stringMatching(lost) as string,
      output: expect.stringMatching(/^begun\n/) as string,
    });
    // The check that `ready` uses.
    expect(await findWriteError(folder)).toBe('The disk is full.');
    rmSync(ballast);
    await vi.waitFor(async () => expect((await getRun(ctx, run.id)).run.outcome).toBe('failed'), 20_000);
    expect((await getRun(ctx, run.id)).run.error).toMatch(lost);
    expect(await listLocks(open.db, '')).toEqual([]);
  });
});
