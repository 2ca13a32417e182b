import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppError } from '../../../platform/errors.ts';
import { createAppRelease } from '../create-release.ts';
import { deployAppRelease } from './deploy-release.ts';
import { listServed } from '../list-releases.ts';
import { answered, createReleaseCtx, type ReleaseCtx } from '../testing/release-ctx.ts';

const SLOW_MS = 180_000;
const RACERS = 200;

/** Runs until the given file exists. */
const WAIT = `const wait = () => require('fs').existsSync(process.argv[1]) || setTimeout(wait, 20); wait()`;

let releases: ReleaseCtx;
let go = '';
beforeAll(async () => {
  releases = await createReleaseCtx((file) => {
    go = join(file, '..', 'go');
    const plans = JSON.parse(readFileSync(file, 'utf8')) as { apps: { coursepro: { migrations: object } } };
    plans.apps.coursepro.migrations = { strive: [['{node}', '-e', WAIT, go]] };
    writeFileSync(file, JSON.stringify(plans));
  });
  const wanted = { app: 'coursepro', tag: '4.18.2', service: 'coursepro-all', env: 'qa' } as const;
  await answered(createAppRelease(releases.as('Amelia Hart'), wanted));
}, SLOW_MS);
afterAll(() => releases.t.close());

it(
  'runs one of 200 concurrent deploys of the app or parts of it; the others are told who holds the lock [DEP-04]',
  async () => {
    const refusals: AppError[] = [];
    const pressed = Array.from({ length: RACERS }, (_, index) => {
      const service = index % 2 === 0 ? 'coursepro-all' : 'strive';
      const wanted = { app: 'coursepro', version: '4.18.2', service, env: 'qa' } as const;
      return answered(deployAppRelease(releases.as(`person ${index}`), wanted)).then(
        () => index,
        (error: AppError) => {
          // Only the lock holder is left, waiting for this file.
          if (refusals.push(error) === RACERS - 1) writeFileSync(go, '');
          return null;
        },
      );
    });
    const won = (await Promise.all(pressed)).filter((index) => index !== null);
    expect(won).toHaveLength(1);
    const winner = `person ${won[0]}`;
    expect(refusals).toHaveLength(RACERS - 1);
    for (const error of refusals) {
      if (error.code !== 'conflict') throw error;
      expect(error.message).toContain(`is locked: ${winner} is deploying 4.18.2 there.`);
      expect(error.details).toMatchObject({ owner: winner, env: 'qa', version: '4.18.2', rollback: false });
    }
    const { versions, locks } = await listServed(releases.as('a reader'), 'coursepro');
    expect(locks).toEqual([]);
    expect(versions.find(({ service, env }) => service === 'strive' && env === 'qa')?.deployed_by).toBe(winner);
  },
  SLOW_MS,
);

it(
  'runs one deploy per click, however often it is sent, and returns its output to each request [DEP-04]',
  async () => {
    const click = () =>
      answered(
        deployAppRelease(
          releases.as('Amelia Hart'),
          { app: 'coursepro', version: '4.18.2', service: 'strive', env: 'qa' },
          { key: 'click-0001' },
        ),
      );
    const answers = await Promise.all(Array.from({ length: 20 }, click));
    expect(new Set(answers.map((answer) => answer.run_id)).size).toBe(1);
    expect(await click()).toEqual(answers[0]);
  },
  SLOW_MS,
);
