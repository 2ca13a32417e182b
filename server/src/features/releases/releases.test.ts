import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseApp, ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '../../platform/errors.ts';
import { createAppRelease } from './create-release.ts';
import { deployAppRelease } from './deploy/deploy-release.ts';
import { appEnvironments, appServices, listAppVersions, listMigrations, listServed } from './list-releases.ts';
import { rollBackAppRelease } from './deploy/roll-back-release.ts';
import { createAppTag, listAppBranches, listAppTags } from './tags.ts';
import { answered, createReleaseCtx, type ReleaseCtx } from './testing/release-ctx.ts';

const SLOW_MS = 120_000;

let releases: ReleaseCtx;
beforeAll(async () => {
  releases = await createReleaseCtx();
}, SLOW_MS);
afterAll(() => releases.t.close());

const amelia = () => releases.as('Amelia Hart');
const release = (app: ReleaseApp, tag: string, service: string, env: ReleaseEnv = 'dev') =>
  answered(createAppRelease(amelia(), { app, tag, service, env }));
const deploy = (app: ReleaseApp, version: string, service: string, env: ReleaseEnv, confirm?: boolean) =>
  answered(deployAppRelease(amelia(), { app, version, service, env, ...(confirm !== undefined && { confirm }) }));
/** The error of a rejected call. */
const refusal = (call: Promise<unknown>): Promise<AppError> =>
  call.then(
    () => Promise.reject(new Error('This should have been refused.')),
    (error: AppError) => error,
  );

describe('tags', { timeout: SLOW_MS }, () => {
  it('lists branches of an app, and tags of one or of all, newest first [REL-03, REL-04, REL-26]', async () => {
    const { branches } = await listAppBranches(amelia(), 'coursepro');
    expect(branches.map(({ name }) => name)).toContain('release/4.18');
    const { tags } = await listAppTags(amelia(), 'coursepro');
    expect(tags.slice(0, 2).map(({ tag, branch }) => [tag, branch])).toEqual([
      ['4.19.0-rc2', 'main'],
      ['4.19.0-rc1', 'main'],
    ]);
    const all = await listAppTags(amelia());
    expect(new Set(all.tags.map(({ app }) => app))).toEqual(new Set(['coursepro', 'bg', 'insight', 'merlin']));
    const times = all.tags.map((tag) => tag.created_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('creates one, and rejects it a second time with the documented message [REL-05, REL-07, ERR-05]', async () => {
    const wanted = { app: 'merlin', branch: 'develop', tag: '0.9.2' } as const;
    const { tag } = await createAppTag(amelia(), wanted);
    expect(tag).toMatchObject({ app: 'merlin', tag: '0.9.2', branch: 'develop' });
    expect(releases.git('merlin', 'rev-parse', '0.9.2^{commit}')).toBe(tag.commit);
    expect((await listAppTags(amelia(), 'merlin')).tags[0]).toEqual(tag);
    expect(await refusal(createAppTag(amelia(), wanted))).toMatchObject({
      code: 'conflict',
      message: 'Tag (0.9.2) already exists.',
    });
  });

  it('creates one for eight concurrent callers; the others learn that it exists [REL-05, REL-07]', async () => {
    const pressed = Array.from({ length: 8 }, (_, index) =>
      createAppTag(releases.as(`person ${index}`), { app: 'insight', branch: 'main', tag: 'v2.0.0' }),
    );
    const ends = await Promise.allSettled(pressed);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const messages = ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as AppError).message] : []));
    expect(messages).toEqual(Array(7).fill('Tag (v2.0.0) already exists.'));
  });

  it('rejects a tag that is already a version, even if the tag is gone [REL-08]', async () => {
    await release('merlin', '0.8.3', 'merlin');
    releases.git('merlin', 'update-ref', '-d', 'refs/tags/0.8.3');
    const error = await refusal(createAppTag(amelia(), { app: 'merlin', branch: 'main', tag: '0.8.3' }));
    expect(error.message).toBe('0.8.3 version already exists');
  });
});

describe('choices', () => {
  it('names services and environments of each app [REL-18, REL-20, REL-21, REL-22, REL-23, REL-24, DEP-01]', () => {
    const { services } = appServices();
    expect(services.insight).toEqual([
      { value: 'insight-uk', label: 'UK' },
      { value: 'insight-us', label: 'US' },
    ]);
    expect(services.merlin).toEqual([]);
    expect(appEnvironments().environments.bg.map(({ label }) => label)).toEqual([
      'qa',
      'dev',
      'staging',
      'Production',
      'feature',
    ]);
  });

  it('shows the migration commands of a service, and those of an "All" by their services [DEP-03]', async () => {
    expect(await listMigrations(amelia(), { service: 'strive-api', env: 'qa' })).toEqual({
      commands: ['node tools/migrate.mjs --check', 'node tools/migrate.mjs'],
    });
    expect(await listMigrations(amelia(), { service: 'bg-all', env: 'qa' })).toEqual({
      commands: ['bg-api: node tools/migrate.mjs --check', 'bg-api: node tools/migrate.mjs'],
    });
    expect(await listMigrations(amelia(), { service: 'bg-client', env: 'qa' })).toEqual({ commands: [] });
  });
});

describe('releases', { timeout: SLOW_MS }, () => {
  it('builds a tag with the command of the app, and stores the artifact by its hash [REL-02, REL-12]', async () => {
    const { output, seconds } = await release('coursepro', '4.18.2', 'strive');
    expect(output).toContain('[3/4] Build');
    expect(output).toContain('Building strive 4.18.2 for dev');
    expect(seconds).toBeGreaterThanOrEqual(1);
    const sha256 = /sha256 ([0-9a-f]{64})/.exec(output)?.[1] ?? '';
    expect(existsSync(join(releases.t.fleetDir, 'releases', 'artifacts', `${sha256}.tar.gz`))).toBe(true);
    expect(readdirSync(join(releases.t.fleetDir, 'releases', 'work'))).toEqual([]);
    const again = await refusal(release('coursepro', '4.18.2', 'strive'));
    expect(again).toMatchObject({ code: 'conflict' });
    expect(again.message).toMatch(/already exists: Amelia Hart created it on \d{4}-\d\d-\d\d at \d\d:\d\d UTC\./);
  });

  it('names the build that must end first, and its run', async () => {
    const wanted = { app: 'coursepro', tag: '4.18.2', service: 'strive', env: 'qa' } as const;
    const first = createAppRelease(amelia(), wanted);
    const { id } = await first;
    const error = await refusal(createAppRelease(releases.as('Tom Okafor'), wanted));
    expect(error).toMatchObject({ code: 'conflict', details: { run_id: id, started_by: 'Amelia Hart' } });
    expect(error.message).toMatch(
      new RegExp(`is being built: Amelia Hart started run ${id}\\. Wait until that has ended\\.$`),
    );
    await answered(first);
  });

  it('fails with the output of the build [REL-15]', async () => {
    await createAppTag(amelia(), { app: 'coursepro', branch: 'feature/broken-build', tag: '5.0.0' });
    const error = await refusal(release('coursepro', '5.0.0', 'strive'));
    expect(error).toMatchObject({ code: 'target_failed', message: 'The build exited with code 1.' });
    expect(error.output).toContain('$ node tools/build.mjs --service strive --env dev --version 5.0.0 --out {out}\n');
    expect(error.output).not.toContain(releases.t.fleetDir);
    expect(error.output).toContain('app/index.html: the placeholder {{bookings}} is not known');
    const { versions } = await listAppVersions(amelia(), { app: 'coursepro', env: 'dev' });
    expect(versions.map(({ version }) => version)).not.toContain('5.0.0');
  });

  it('rejects an unknown tag, and a service of another app [REL-12]', async () => {
    expect((await refusal(release('coursepro', '9.9.9', 'strive'))).message).toContain('no tag 9.9.9');
    expect((await refusal(release('bg', '2.31.0', 'strive'))).message).toBe('bg has no service strive.');
  });

  it('uses the matching build of bg for each environment: its own for dev, the prod build for the others [REL-13, REL-17]', async () => {
    await release('bg', '2.30.4', 'bg-all', 'dev');
    const on = async (env: ReleaseEnv) =>
      (await listAppVersions(amelia(), { app: 'bg', env })).versions.map(({ version }) => version);
    expect([await on('dev'), await on('prod')]).toEqual([['2.30.4'], []]);
    await release('bg', '2.30.4', 'bg-all', 'prod');
    expect([await on('prod'), await on('staging')]).toEqual([['2.30.4'], ['2.30.4']]);
  });

  it('offers builds for other environments when only the backend is requested [REL-17]', async () => {
    await release('insight', 'v1.9.0', 'insight-uk', 'qa');
    const ask = { app: 'insight', env: 'prod' } as const;
    expect((await listAppVersions(amelia(), ask)).versions).toEqual([]);
    const { versions } = await listAppVersions(amelia(), { ...ask, 'backend-only': '1' });
    expect(versions).toMatchObject([{ version: 'v1.9.0', services: ['insight-uk'], created_by: 'Amelia Hart' }]);
  });
});

describe('deploys', { timeout: SLOW_MS }, () => {
  const servers = ['eu-prod-app-01', 'eu-prod-app-02'];
  const serves = (service: string) => servers.map((host) => releases.served(host, 'prod', 'coursepro', service));

  it('serves the new version on all servers, migrates once, and is listed with its age [DEP-02, DEP-04, DEP-08, ERR-05]', async () => {
    for (const tag of ['4.17.1', '4.18.0']) await release('coursepro', tag, 'coursepro-all');
    const { output } = await deploy('coursepro', '4.17.1', 'coursepro-all', 'prod');
    expect(output.match(/^\[\d\/5\]/gm)).toEqual(['[1/5]', '[2/5]', '[3/5]', '[4/5]', '[5/5]']);
    expect(serves('strive')).toEqual(['4.17.1', '4.17.1']);
    expect(serves('home-portal')).toEqual(['4.17.1', '4.17.1']);
    releases.t.clock.advance(3_600_000);
    await deploy('coursepro', '4.18.0', 'strive', 'prod');
    expect([serves('strive'), serves('home-portal')]).toEqual([Array(2).fill('4.18.0'), Array(2).fill('4.17.1')]);
    const journal = join(releases.place(servers[0] ?? '', 'prod', 'coursepro', 'strive'), 'shared/migrations.log');
    const steps = readFileSync(journal, 'utf8').trim().split('\n');
    expect(new Set(steps).size).toBe(steps.length);
    expect(existsSync(journal.replace('app-01', 'app-02'))).toBe(false);
    const { versions } = await listServed(amelia(), 'coursepro');
    expect(versions.find(({ service, env }) => service === 'strive' && env === 'prod')).toEqual({
      app: 'coursepro',
      service: 'strive',
      env: 'prod',
      version: '4.18.0',
      deployed_at: releases.t.clock.now().toISOString(),
      deployed_by: 'Amelia Hart',
      previous: '4.17.1',
    });
    expect(versions.find(({ service, env }) => service === 'strive' && env === 'qa')).toMatchObject({ version: null });
  });

  it('rolls back to the previous version, once, and only if it is the one the user saw [DEP-04]', async () => {
    const back = (version: string, key?: string) =>
      answered(rollBackAppRelease(amelia(), { app: 'coursepro', service: 'strive', env: 'prod', version }, { key }));
    expect(await refusal(back('4.16.0'))).toMatchObject({ code: 'conflict' });
    const answer = await back('4.17.1', 'click-back-1');
    expect(await back('4.17.1', 'click-back-1')).toEqual(answer);
    expect(answer.output).not.toContain('migrate.mjs');
    expect(serves('strive')).toEqual(['4.17.1', '4.17.1']);
    expect(await refusal(back('4.17.1'))).toMatchObject({ code: 'refused' });
  });

  it('switches back when the new version is not healthy, and shows the output [DEP-12]', async () => {
    await createAppTag(amelia(), { app: 'coursepro', branch: 'feature/unhealthy', tag: '5.1.0' });
    await release('coursepro', '5.1.0', 'strive');
    const error = await refusal(deploy('coursepro', '5.1.0', 'strive', 'prod'));
    expect(error.message).toContain('is not healthy with 5.1.0');
    expect(error.output).toContain('unhealthy: the queue of bookings does not move');
    expect(serves('strive')).toEqual(['4.17.1', '4.17.1']);
    const { versions, locks } = await listServed(amelia(), 'coursepro');
    expect(versions.find(({ service, env }) => service === 'strive' && env === 'prod')?.version).toBe('4.17.1');
    expect(locks).toEqual([]);
  });

  it('requires a confirmed translation request for coursepro to staging and bg to dev [DEP-06, DEP-07]', async () => {
    for (const confirm of [undefined, false])
      expect(await refusal(deploy('coursepro', '4.18.0', 'strive', 'staging', confirm))).toMatchObject({
        code: 'bad_request',
      });
    await deploy('coursepro', '4.18.0', 'strive', 'staging', true);
    expect(releases.served('eu-staging-app-02', 'staging', 'coursepro', 'strive')).toBe('4.18.0');
    expect(await refusal(deploy('bg', '2.30.4', 'bg-api', 'dev'))).toMatchObject({ code: 'bad_request' });
    await deploy('bg', '2.30.4', 'bg-api', 'staging');
  });

  it('rejects a version that was never built [DEP-05]', async () => {
    const error = await refusal(deploy('coursepro', '4.16.0', 'strive', 'qa'));
    expect(error).toMatchObject({ code: 'refused' });
    expect(error.message).toBe('There is no release 4.16.0 of strive for qa. Create it first.');
  });
});
