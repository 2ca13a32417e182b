import type { ReleaseService } from '@mission-control/contract/releases/catalogue';
import { lockHeld } from '@mission-control/contract/releases/rules';
import type { ReleaseObject } from '@mission-control/contract/releases/schema';
import type { Ctx } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { startRun, type Click, type RunWork, type StartedRun } from '../../runs/public.ts';
import { endSwitch, hasSwitch } from '../queries.ts';
import { listDeployLocks } from '../list-releases.ts';
import { lockNames, topicsOf } from './places.ts';
import type { NewCopy } from './switch-places.ts';

/** Restores targets left half-switched by a dead deploy. */
export const RESTORE_JOB = 'releases.restore-switches';

/** A change of the served version. */
export interface SwitchRun {
  wanted: Omit<ReleaseObject, 'confirm'>;
  service: ReleaseService;
  /** By service. */
  copies: ReadonlyMap<string, NewCopy>;
  rollback: boolean;
  /** Checks, under the locks, whether the change is allowed. */
  onStart?: (db: Transaction) => Promise<void>;
}

/** Starts a change of the served version under the locks of its targets, and stores the served version when it ends. */
export async function runSwitch(
  ctx: Ctx,
  click: Click | undefined,
  { wanted, service, copies, rollback, onStart }: SwitchRun,
  work: (run: RunWork) => Promise<void>,
): Promise<StartedRun> {
  const { app, env, version } = wanted;
  let runId = 0;
  const start = () =>
    startRun(ctx, {
      kind: 'deploy',
      subject: `${app} ${rollback ? 'back to ' : ''}${version}, ${service.label} to ${env}`,
      facts: { app, service: service.value, env, version, rollback, parts: service.parts },
      series: `${app}/${service.value}/${env}${rollback ? ' back' : ''}`,
      click,
      locks: lockNames(service.parts, env),
      topics: topicsOf(service.parts),
      ...(onStart && { onStart: ({ db }) => onStart(db) }),
      whenUnknown: { job: RESTORE_JOB, data: {}, persistent: true },
      work: (run) => {
        runId = run.id;
        return work(run);
      },
      onEnd: async ({ db }, { outcome }) => {
        if (outcome !== 'succeeded') {
          // The run could not restore all servers itself.
          if (await hasSwitch(db, runId)) await ctx.jobs.send(db, RESTORE_JOB, {}, { persistent: true });
          return;
        }
        const [at, by] = [ctx.clock.now(), ctx.actor.name];
        for (const [part, copy] of copies)
          await endSwitch(db, runId, { service: part, env, ...copy, at, by, forgetPrevious: rollback });
      },
    });
  return inTurn(`${env}/${app}`, start).catch(async (error: unknown) => {
    throw await withLockHolder(ctx, error);
  });
}

const turns = new Map<string, Promise<unknown>>();

/**
 * Serializes the starts in this process for the same place. The database lock decides; this keeps a burst of clicks from occupying all
 * connections while waiting for it.
 */
function inTurn<T>(place: string, start: () => Promise<T>): Promise<T> {
  const turn = (turns.get(place) ?? Promise.resolve()).then(start);
  const over = turn.catch(() => undefined);
  turns.set(place, over);
  return turn;
}

/** The conflict as worded on the page, with the lock in its details. */
async function withLockHolder(ctx: Ctx, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'conflict' || !isLockRefusal(error.details)) return error;
  const { run_id: id } = error.details;
  const lock = (await listDeployLocks(ctx)).find((held) => held.run_id === id);
  return lock === undefined ? error : new AppError('conflict', lockHeld(lock), { details: lock });
}

const isLockRefusal = (details: unknown): details is { run_id: number } =>
  typeof details === 'object' && details !== null && 'run_id' in details && typeof details.run_id === 'number';
