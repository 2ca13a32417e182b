import type { CallInput } from '@mission-control/contract/call';
import type { createRelease } from '@mission-control/contract/releases/calls';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { isRunning, listLocks, startRun, type Click, type RunWork, type StartedRun } from '../runs/public.ts';
import { findReleaseCreation, insertRelease } from './queries.ts';
import { requireService } from './deploy/places.ts';
import { runPlanned } from './run-command.ts';

/** Removes the folders of builds whose console was killed. */
export const CLEAR_WORK_JOB = 'releases.clear-work';

/** Folder name of a build; its run id shows later whether the build is still running. */
export const workplaceOf = (runId: number): string => `run-${runId}`;

type Wanted = CallInput<typeof createRelease>['body'];

interface Built {
  runId: number;
  commit: string;
  sha256: string;
  size: number;
}

const STEPS = 4;
const BUILD_LIMIT_MS = 60 * 60_000;

/**
 * Starts the build of a release from a tag.
 * @throws AppError('conflict') when the release exists or is being built
 */
export async function createAppRelease(ctx: Ctx, wanted: Wanted, click?: Click): Promise<StartedRun> {
  const { app, tag, service, env } = wanted;
  const { label } = requireService(app, service);
  await ctx.ports.releasePlans.plan(app);
  let built: Built | undefined;
  return startRun(ctx, {
    kind: 'release',
    subject: `${app} ${tag}, ${label} for ${env}`,
    facts: { app, service, env, version: tag },
    series: `${app}/${service}/${env}`,
    click,
    locks: [`release:${env}/${service}`],
    topics: [TOPIC.releases],
    whenUnknown: { job: CLEAR_WORK_JOB, data: {} },
    onStart: async ({ db }) => {
      const found = await findReleaseCreation(db, { app, service, env, version: tag });
      if (found === undefined) return;
      const release = `Release ${tag} of ${service} for ${env} already exists`;
      const creation = `${found.createdBy} created it on ${found.createdAt.toISOString().slice(0, 16).replace('T', ' at ')} UTC`;
      throw new AppError('conflict', `${release}: ${creation}. Create a new tag.`);
    },
    work: async (work) => {
      built = await build(ctx, wanted, work);
    },
    onEnd: async ({ db }, { outcome }) => {
      if (outcome !== 'succeeded' || built === undefined) return;
      const [createdBy, createdAt] = [ctx.actor.name, ctx.clock.now()];
      await insertRelease(db, { app, service, env, version: tag, ...built, createdBy, createdAt });
    },
  }).catch((error: unknown) => {
    throw isLockHeld(error) ? beingBuilt(`${label} for ${env}`, error) : error;
  });
}

type LockHeld = AppError & { details: { started_by: string; run_id: number } };

const isLockHeld = (error: unknown): error is LockHeld =>
  error instanceof AppError && error.code === 'conflict' && error.details !== undefined;

function beingBuilt(release: string, { details }: LockHeld): AppError {
  const holder = `${details.started_by} started run ${details.run_id}`;
  return new AppError('conflict', `A release of ${release} is being built: ${holder}. Wait until that has ended.`, {
    details,
  });
}

async function build(ctx: Ctx, { app, tag, service, env }: Wanted, run: RunWork): Promise<Built> {
  const { repositories, releaseFiles, releasePlans } = ctx.ports;
  const plan = await releasePlans.plan(app);
  run.step(1, STEPS, `Find tag ${tag}`);
  const found = (await repositories.tags(app)).refs.find(({ name }) => name === tag);
  if (!found) throw new AppError('refused', `The repository of ${app} has no tag ${tag}.`);
  run.write(`  commit ${found.commit}\n`);
  const execute = async (argv: readonly string[], cwd: string): Promise<void> => {
    await run.command(argv, { cwd, echo: false });
  };
  return releaseFiles.withWorkplace(workplaceOf(run.id), async (place) => {
    run.step(2, STEPS, 'Export the tree');
    await repositories.exportTree(app, found.commit, place.tree);
    await releaseFiles.unpackTree(place, execute);
    run.step(3, STEPS, 'Build');
    const values = { app, service, env, version: tag, out: place.out };
    const command = { name: 'The build', template: plan.build, values, cwd: place.source, timeLimitMs: BUILD_LIMIT_MS };
    await runPlanned(run, command);
    run.step(4, STEPS, 'Store the artifact');
    const kept = await releaseFiles.keep(place, execute);
    run.write(`  sha256 ${kept.sha256}  ${kept.size} bytes\n`);
    return { runId: run.id, commit: found.commit, ...kept };
  });
}

/** Removes the folders of ended builds. */
export function clearWork(ctx: Ctx): Promise<void> {
  return ctx.ports.releaseFiles.dropWorkplaces(async (name) => {
    const id = /^run-(\d{1,9})$/.exec(name)?.[1];
    if (id !== undefined) return isRunning(ctx.db, Number(id));
    // Older versions named them after the built service.
    return (await listLocks(ctx.db, 'release:')).length > 0;
  });
}
