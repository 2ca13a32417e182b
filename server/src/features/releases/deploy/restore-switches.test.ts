import { readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { outputOf, runs, startRun } from '../../runs/public.ts';
import { createAppRelease } from '../create-release.ts';
import { deployAppRelease } from './deploy-release.ts';
import { listServed } from '../list-releases.ts';
import { lockNames } from './places.ts';
import { restoreSwitches } from './restore-switches.ts';
import { RESTORE_JOB } from './run-switch.ts';
import { endSwitch, isSwitching } from '../queries.ts';
import { releaseTargets } from '../tables.ts';
import { answered, createReleaseCtx, type ReleaseCtx } from '../testing/release-ctx.ts';

const SLOW_MS = 120_000;
const [FIRST, SECOND] = ['eu-prod-app-01', 'eu-prod-app-02'] as const;

let releases: ReleaseCtx;
beforeAll(async () => {
  releases = await createReleaseCtx();
}, SLOW_MS);
afterAll(() => releases.t.close());

it(
  'restores a server switched by a dead deploy, as a separate run, without repeating the deploy [DEP-04]',
  async () => {
    const ctx = releases.as('Amelia Hart');
    const wanted = { app: 'coursepro', service: 'strive', env: 'prod' } as const;
    for (const tag of ['4.18.1', '4.18.2']) await answered(createAppRelease(ctx, { ...wanted, tag }));
    const deploy = (version: string) => answered(deployAppRelease(ctx, { ...wanted, version }));
    const { run_id: dead } = await deploy('4.18.2');
    await deploy('4.18.1');
    // The state after a console died between the two servers.
    const link = (host: string): string => join(releases.place(host, 'prod', 'coursepro', 'strive'), 'current');
    const newer = await ctx.db.select().from(releaseTargets);
    const copy = newer[0]?.previousCopy ?? '';
    unlinkSync(link(FIRST));
    symlinkSync(join('copies', copy), link(FIRST));
    const setOutcome = (outcome: 'running' | 'unknown') =>
      ctx.db.update(runs).set({ outcome }).where(eq(runs.id, dead));
    await ctx.db.update(releaseTargets).set({ switchingRun: dead });
    expect([FIRST, SECOND].map((host) => releases.served(host, 'prod', 'coursepro', 'strive'))).toEqual([
      '4.18.2',
      '4.18.1',
    ]);

    // Not while that deploy runs, nor while another one has the lock.
    const before = await ctx.db.$count(runs);
    await setOutcome('running');
    await restoreSwitches(ctx);
    expect(await ctx.db.$count(runs)).toBe(before);
    await setOutcome('unknown');
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const locks = lockNames(['strive'], 'prod');
    const other = await startRun(ctx, { kind: 'deploy', subject: 'another deploy', locks, work: () => end });
    // Fails, so that the job is retried: the other deploy may fail before it switches anything.
    await expect(restoreSwitches(ctx)).rejects.toMatchObject({ code: 'conflict' });
    expect(releases.served(FIRST, 'prod', 'coursepro', 'strive')).toBe('4.18.2');
    resolve();
    await outputOf(other);

    await restoreSwitches(ctx);

    expect(readlinkSync(link(FIRST))).toBe(readlinkSync(link(SECOND)));
    expect(releases.served(FIRST, 'prod', 'coursepro', 'strive')).toBe('4.18.1');
    const rows = await ctx.db.select().from(releaseTargets);
    expect(rows).toMatchObject([{ version: '4.18.1', previousVersion: '4.18.2', switchingRun: null }]);
    const all = await ctx.db.select().from(runs).orderBy(runs.id);
    expect(all.at(-1)).toMatchObject({
      kind: 'deploy',
      outcome: 'succeeded',
      subject: `coursepro back to 4.18.1 on prod, after run ${dead} died`,
    });
    expect((await listServed(ctx, 'coursepro')).locks).toEqual([]);
    await restoreSwitches(ctx);
    expect(await ctx.db.select().from(runs)).toHaveLength(all.length);
  },
  SLOW_MS,
);

it(
  'sends a job for a server that could neither be switched nor restored',
  async () => {
    const ctx = releases.as('Amelia Hart');
    const { releaseFiles } = ctx.ports;
    const gone: Ctx = {
      ...ctx,
      ports: {
        ...ctx.ports,
        releaseFiles: {
          ...releaseFiles,
          switchTo: (target, name, step) =>
            target.host === SECOND
              ? Promise.reject(new AppError('target_failed', 'The server is gone.'))
              : releaseFiles.switchTo(target, name, step),
        },
      },
    };
    const sent = releases.t.sent.length;
    const wanted = { app: 'coursepro', service: 'strive', env: 'prod', version: '4.18.2' } as const;
    await expect(answered(deployAppRelease(gone, wanted))).rejects.toMatchObject({ code: 'target_failed' });
    expect(releases.t.sent.slice(sent).map(({ name }) => name)).toEqual([RESTORE_JOB]);
    await restoreSwitches(ctx);
    const [row] = await ctx.db.select().from(releaseTargets);
    expect(row).toMatchObject({ version: '4.18.1', switchingRun: null });
  },
  SLOW_MS,
);

it(
  'restores the servers that respond even if one before them does not',
  async () => {
    const ctx = releases.as('Amelia Hart');
    const [row] = await ctx.db.select().from(releaseTargets);
    const { releaseFiles } = ctx.ports;
    const tried: string[] = [];
    const broken: Ctx = {
      ...ctx,
      ports: {
        ...ctx.ports,
        releaseFiles: {
          ...releaseFiles,
          async switchTo(target, name, step) {
            const isBack = name === row?.copy;
            if (isBack) tried.push(target.host);
            if (target.host === (isBack ? FIRST : SECOND)) throw new AppError('target_failed', 'The server is gone.');
            await releaseFiles.switchTo(target, name, step);
          },
        },
      },
    };
    const wanted = { app: 'coursepro', service: 'strive', env: 'prod', version: '4.18.2' } as const;
    await expect(answered(deployAppRelease(broken, wanted))).rejects.toMatchObject({ code: 'target_failed' });
    expect(tried).toEqual([FIRST, SECOND]);
    await restoreSwitches(ctx);
    expect([FIRST, SECOND].map((host) => releases.served(host, 'prod', 'coursepro', 'strive'))).toEqual([
      '4.18.1',
      '4.18.1',
    ]);
  },
  SLOW_MS,
);

it(
  'leaves a service as it is if there is no copy of the version deployed before the console, and says so',
  async () => {
    const ctx = releases.as('Amelia Hart');
    const before = await ctx.db.select().from(releaseTargets);
    await ctx.db.update(releaseTargets).set({ version: '3.9.0', copy: null });
    const { releaseFiles } = ctx.ports;
    const switched: (string | null)[] = [];
    const second: Ctx = {
      ...ctx,
      ports: {
        ...ctx.ports,
        releaseFiles: {
          ...releaseFiles,
          async switchTo(target, name, step) {
            if (target.host === SECOND) throw new AppError('target_failed', 'The server is gone.');
            switched.push(name);
            await releaseFiles.switchTo(target, name, step);
          },
        },
      },
    };
    const sent = releases.t.sent.length;
    const wanted = { app: 'coursepro', service: 'strive', env: 'prod', version: '4.18.2' } as const;
    const deployed = answered(deployAppRelease(second, wanted));
    await expect(deployed).rejects.toThrow('strive cannot go back to 3.9.0: it was deployed before this console');
    expect(switched).toEqual([expect.stringContaining('4.18.2')]);
    // Trying again would not help.
    expect(releases.t.sent).toHaveLength(sent);
    await restoreSwitches(ctx);
    expect(releases.served(FIRST, 'prod', 'coursepro', 'strive')).toBe('4.18.2');
    await ctx.db.update(releaseTargets).set({ version: '4.18.1', copy: before[0]?.copy ?? null, switchingRun: null });
  },
  SLOW_MS,
);

it('stores the version of a run, and lets it continue, only while the run is active and owns the switch', async () => {
  const ctx = releases.as('Amelia Hart');
  const [mine = 0, other = 0] = (await ctx.db.select({ id: runs.id }).from(runs)).map(({ id }) => id);
  const setRun = (outcome: 'running' | 'unknown') => ctx.db.update(runs).set({ outcome }).where(eq(runs.id, mine));
  await setRun('running');
  await ctx.db.update(releaseTargets).set({ switchingRun: mine });
  const isOf = (run: number) => isSwitching(ctx.db, ['strive'], 'prod', run);
  expect([await isOf(mine), await isOf(other)]).toEqual([true, false]);
  const now = { version: '4.19.0', copy: 'x', at: new Date(), by: 'Amelia Hart', forgetPrevious: false };
  const end = (run: number) =>
    inUnauditedTransaction(ctx, ({ db }) => endSwitch(db, run, { service: 'strive', env: 'prod', ...now }));
  await end(other);
  expect(await ctx.db.select().from(releaseTargets)).toMatchObject([{ version: '4.18.1', switchingRun: mine }]);
  await setRun('unknown');
  expect(await isOf(mine)).toBe(false);
  await end(mine);
  expect(await ctx.db.select().from(releaseTargets)).toMatchObject([{ version: '4.19.0', switchingRun: null }]);
});
