import * as calls from '@mission-control/contract/releases/calls';
import { RELEASE_APPS } from '@mission-control/contract/releases/catalogue';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature, JobLimits } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { systemCtx, type Services } from '../../platform/context.ts';
import { handleRun, type StartedRun } from '../runs/public.ts';
import { CLEAR_WORK_JOB, clearWork, createAppRelease } from './create-release.ts';
import { deployAppRelease } from './deploy/deploy-release.ts';
import { appEnvironments, appServices, listAppVersions, listMigrations, listServed } from './list-releases.ts';
import { rollBackAppRelease } from './deploy/roll-back-release.ts';
import { seedNamedTenant } from './seed-tenant.ts';
import { createAppTag, listAppBranches, listAppTags } from './tags.ts';
import { restoreSwitches } from './deploy/restore-switches.ts';
import { RESTORE_JOB } from './deploy/run-switch.ts';
import { purgeReleases } from './purge-releases.ts';

/** A finished run as a response; durations below a second count as one. */
export const toAnswer = ({ id, output, startedAt, endedAt }: Awaited<StartedRun['done']>) => ({
  output,
  run_id: id,
  seconds: Math.max(1, Math.round((endedAt.getTime() - startedAt.getTime()) / 1000)),
});

export const releaseFeature = {
  routes: [
    handleRun(calls.seedTenant, {
      start: (ctx, { body }, click) => seedNamedTenant(ctx, body.tenant, click),
      answer: ({ id, output }) => ({ output, run_id: id }),
    }),
    handle(calls.listBranches, (ctx, input) => listAppBranches(ctx, input.query.app)),
    handle(calls.listTags, (ctx, input) => listAppTags(ctx, input.query.app)),
    handle(calls.createTag, (ctx, input) => createAppTag(ctx, input.body)),
    handle(calls.listReleaseApps, async () => ({ apps: [...RELEASE_APPS] })),
    handle(calls.listReleaseServices, async () => appServices()),
    handle(calls.listReleaseEnvironments, async () => appEnvironments()),
    handle(calls.listVersions, (ctx, input) => listAppVersions(ctx, input.query)),
    handleRun(calls.createRelease, {
      start: (ctx, { body }, click) => createAppRelease(ctx, body, click),
      answer: toAnswer,
    }),
    handle(calls.listCurrentVersions, (ctx, input) => listServed(ctx, input.query.app)),
    handle(calls.listMigrationCommands, (ctx, input) => listMigrations(ctx, input.query)),
    handleRun(calls.deployRelease, {
      start: (ctx, { body }, click) => deployAppRelease(ctx, 'release' in body ? body.release : body, click),
      answer: toAnswer,
    }),
    handleRun(calls.rollBackRelease, {
      start: (ctx, { body }, click) => rollBackAppRelease(ctx, body, click),
      answer: toAnswer,
    }),
  ],
  jobs: (services: Services, { releasesKept }: Pick<JobLimits, 'releasesKept'>): JobKind<object>[] => {
    const ctx = () => systemCtx(services, 'releases');
    return [
      { name: RESTORE_JOB, timed: true, run: () => restoreSwitches(ctx()), atStart: true },
      { name: CLEAR_WORK_JOB, run: () => clearWork(ctx()), atStart: true },
      { name: 'releases.purge', schedule: '41 3 * * *', run: () => purgeReleases(ctx(), releasesKept) },
    ];
  },
} satisfies Feature;
