import type { ReleaseService } from '@mission-control/contract/releases/catalogue';
import { lockHeld } from '@mission-control/contract/releases/rules';
import type { ReleaseObject } from '@mission-control/contract/releases/schema';
import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { startRun, type Click, type RunWork, type StartedRun } from '../runs/public.ts';
import { listDeployLocks } from './list-locks.ts';
import { lockNames } from './places.ts';
import { endSwitch, hasSwitch } from './queries.ts';
import type { NewCopy } from './switch-places.ts';

/** Puts back what a dead deploy left half switched. */
export const RESTORE_JOB = 'releases.restore-switches';

/** A change of what is served. */
export interface SwitchRun {
  wanted: Omit<ReleaseObject, 'confirm'>;
  service: ReleaseService;
  /** By service. */
  copies: ReadonlyMap<string, NewCopy>;
  rollback: boolean;
  /** Looks, under the locks, whether it may be done. */
  onStart?: (db: Transaction) => Promise<void>;
}

/** Starts a change of what is served under the locks of its targets, and stores what is served with its end. */
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
      topics: ['releases'],
      ...(onStart && { onStart: ({ db }) => onStart(db) }),
      whenUnknown: { job: RESTORE_JOB, data: {} },
      work: (run) => {
        runId = run.id;
        return work(run);
      },
      onEnd: async ({ db }, { outcome }) => {
        if (outcome !== 'succeeded') {
          // It could not bring all servers back by itself.
          if (await hasSwitch(db, runId)) await ctx.jobs.send(db, RESTORE_JOB, {}, { patient: true });
          return;
        }
        const [at, by] = [ctx.clock.now(), ctx.actor.name];
        for (const [part, copy] of copies)
          await endSwitch(db, runId, { service: part, env, ...copy, at, by, forgetPrevious: rollback });
      },
    });
  return inTurn(`${env}/${app}`, start).catch(async (error: unknown) => {
    throw await toldWhoHoldsIt(ctx, error);
  });
}

const turns = new Map<string, Promise<unknown>>();

/**
 * Starts one after the other what this process is asked for at the same place. The lock decides, not this: but a crowd that presses at once
 * would keep all connections to the database waiting for that lock.
 */
function inTurn<T>(place: string, start: () => Promise<T>): Promise<T> {
  const turn = (turns.get(place) ?? Promise.resolve()).then(start);
  const over = turn.catch(() => undefined);
  turns.set(place, over);
  return turn;
}

/** The refusal in the words of the page, with the lock as its details. */
async function toldWhoHoldsIt(ctx: Ctx, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'conflict' || !isLockRefusal(error.details)) return error;
  const { run_id: id } = error.details;
  const lock = (await listDeployLocks(ctx)).find((one) => one.run_id === id);
  return lock === undefined ? error : new AppError('conflict', lockHeld(lock), { details: lock });
}

const isLockRefusal = (details: unknown): details is { run_id: number } =>
  typeof details === 'object' && details !== null && 'run_id' in details && typeof details.run_id === 'number';
