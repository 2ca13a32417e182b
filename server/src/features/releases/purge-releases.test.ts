import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditEvents } from '../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { runs } from '../runs/public.ts';
import { releaseFeature } from './feature.ts';
import { releases, releaseTargets } from './tables.ts';

const t = setUpTestCtx();

const KEPT = 2;
const DAY_MS = 86_400_000;
const purge = () =>
  releaseFeature
    .jobs(t, { releasesKept: KEPT })
    .find(({ name }) => name === 'releases.purge')
    ?.run({});

const artifact = (sha256: string) => join(t.fleetDir, 'releases', 'artifacts', `${sha256}.tar.gz`);
const hashOf = (letter: string) => letter.repeat(64);

/** Creates a release whose artifact is `days` old. */
async function addRelease(letter: string, version: string, days: number, env: 'qa' | 'prod' = 'qa'): Promise<void> {
  const createdAt = new Date(t.clock.now().getTime() - days * DAY_MS);
  const sha256 = hashOf(letter);
  mkdirSync(join(t.fleetDir, 'releases', 'artifacts'), { recursive: true });
  writeFileSync(artifact(sha256), letter);
  utimesSync(artifact(sha256), createdAt, createdAt);
  await t.db.insert(releases).values({
    app: 'bg',
    service: 'bg-api',
    env,
    version,
    commit: 'c',
    sha256,
    size: 1,
    createdBy: 'amelia.hart',
    createdAt,
  });
}

const versions = async () =>
  (await t.db.select().from(releases).orderBy(asc(releases.id))).map(({ env, version }) => `${env} ${version}`);
const artifacts = () =>
  'abcdefgh'
    .split('')
    .filter((letter) => existsSync(artifact(hashOf(letter))))
    .join('');

it('keeps the newest, served and rollback builds; waits while a deploy is running', async () => {
  await addRelease('a', '1/0', 90);
  await addRelease('b', '1.1', 80);
  await addRelease('c', '1.2', 70);
  await addRelease('d', '1.3', 60);
  await addRelease('e', '1.4', 50);
  await addRelease('f', '1.5', 40);
  await addRelease('c', '1.2', 30, 'prod');
  await t.db.insert(releaseTargets).values({
    service: 'bg-api',
    env: 'prod',
    version: '1.1',
    copy: `${hashOf('b').slice(0, 12)}-1.1`,
    previousVersion: '1/0',
    previousCopy: `${hashOf('a').slice(0, 12)}-1_0`,
  });
  writeFileSync(artifact(hashOf('g')), 'of a build that died long ago');
  utimesSync(artifact(hashOf('g')), 1, 1);
  writeFileSync(artifact(hashOf('h')), 'of a build that ends just now');
  utimesSync(artifact(hashOf('h')), t.clock.now(), t.clock.now());

  const [run] = await t.db
    .insert(runs)
    .values({
      kind: 'deploy',
      subject: 'bg',
      facts: {},
      startedBy: 'x',
      startedAt: t.clock.now(),
      owner: 'x',
      seenAt: t.clock.now(),
    })
    .returning();
  await t.db.execute(sql`insert into run_locks (name, run_id) values ('deploy:prod/bg-api', ${run?.id})`);
  await purge();
  expect(artifacts()).toBe('abcdefgh');
  await t.db.execute(sql`delete from run_locks`);

  await purge();
  await purge();
  expect(await versions()).toEqual(['qa 1/0', 'qa 1.1', 'qa 1.4', 'qa 1.5', 'prod 1.2']);
  expect(artifacts()).toBe('abcefh');
  const recorded = await t.db.select().from(auditEvents).where(eq(auditEvents.action, 'releases.purged'));
  expect(recorded.map(({ after }) => after)).toEqual([
    { kept: KEPT, removed: ['bg-api 1.2 for qa', 'bg-api 1.3 for qa'] },
  ]);
});
