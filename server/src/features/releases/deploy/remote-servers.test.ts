import { existsSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AppError } from '../../../platform/errors.ts';
import { runs } from '../../runs/public.ts';
import { createAppRelease } from '../create-release.ts';
import { deployAppRelease } from './deploy-release.ts';
import { restoreSwitches } from './restore-switches.ts';
import { answered, createReleaseCtx, type ReleaseCtx } from '../testing/release-ctx.ts';

const SLOW_MS = 120_000;
const WANTED = { app: 'insight', service: 'insight-uk', env: 'prod' } as const;

/** A stand-in for ssh that fails on the second server while one file marks it as down, and waits while another file holds it. */
const SWITCH = `
const { existsSync, symlinkSync, renameSync, unlinkSync, writeFileSync } = require('node:fs');
const [root, host, copy] = process.argv.slice(1);
if (existsSync(root + '/hold')) writeFileSync(root + '/held', '');
while (existsSync(root + '/hold')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
if (host.endsWith('02') && existsSync(root + '/down')) process.exit(255);
const current = root + '/' + host + '-current';
if (copy === '') unlinkSync(current);
else { symlinkSync(host + '-' + copy, current + '.next'); renameSync(current + '.next', current); }`;

let releases: ReleaseCtx;
let remote = '';
beforeAll(async () => {
  releases = await createReleaseCtx((file) => {
    remote = join(file, '..', 'remote');
    mkdirSync(remote);
    const plans = JSON.parse(readFileSync(file, 'utf8')) as { apps: { insight: object } };
    Object.assign(plans.apps.insight, {
      copy: ['cp', '-rT', '{from}', `${remote}/{host}-{copy}`],
      switch: ['{node}', '-e', SWITCH, remote, '{host}', '{copy}'],
      health: ['true'],
    });
    writeFileSync(file, JSON.stringify(plans));
  });
  for (const tag of ['v1.9.0', 'v1.9.1'])
    await answered(createAppRelease(releases.as('Amelia Hart'), { ...WANTED, tag }));
}, SLOW_MS);
afterAll(() => releases.t.close());

const deploy = (version: string) => answered(deployAppRelease(releases.as('Amelia Hart'), { ...WANTED, version }));
const served = () =>
  ['01', '02'].map((number) => {
    const current = `${remote}/eu-prod-app-${number}-current`;
    return (JSON.parse(readFileSync(`${current}/release.json`, 'utf8')) as { version: string }).version;
  });

it(
  'reaches servers by commands; a job completes a failed restore [DEP-04, DEP-12]',
  async () => {
    const { output } = await deploy('v1.9.0');
    expect(served()).toEqual(['v1.9.0', 'v1.9.0']);
    expect(output).toContain('$ cp -rT {from}');
    writeFileSync(`${remote}/down`, '');
    const error = await deploy('v1.9.1').catch((caught: AppError) => caught);
    // The first switch failed on the second server, and so did its restore.
    expect(error).toMatchObject({ code: 'target_failed' });
    expect(served()).toEqual(['v1.9.0', 'v1.9.0']);
    expect(releases.t.sent.at(-1)).toMatchObject({ name: 'releases.restore-switches' });
    await expect(restoreSwitches(releases.as('system'))).rejects.toMatchObject({ code: 'target_failed' });
    unlinkSync(`${remote}/down`);
    await restoreSwitches(releases.as('system'));
    expect(served()).toEqual(['v1.9.0', 'v1.9.0']);
    await deploy('v1.9.1');
    expect(served()).toEqual(['v1.9.1', 'v1.9.1']);
  },
  SLOW_MS,
);

it(
  'touches no further server once another console has given up its run',
  async () => {
    await deploy('v1.9.0');
    writeFileSync(`${remote}/hold`, '');
    const lost = deploy('v1.9.1').catch((caught: AppError) => caught);
    await vi.waitUntil(() => existsSync(`${remote}/held`), { timeout: SLOW_MS });
    await releases.t.db.update(runs).set({ outcome: 'unknown' }).where(eq(runs.outcome, 'running'));
    unlinkSync(`${remote}/hold`);
    expect(await lost).toMatchObject({ code: 'target_failed' });
    // Neither the next server is switched nor the first one switched back.
    const links = ['01', '02'].map((number) =>
      releases.served(`eu-prod-app-${number}`, 'prod', 'insight', 'insight-uk'),
    );
    expect(links).toEqual(['v1.9.1', 'v1.9.0']);
  },
  SLOW_MS,
);
