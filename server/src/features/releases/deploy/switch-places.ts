import type { ReleaseApp, ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import type { Ctx } from '../../../platform/context.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Target } from '../../../ports/release-files.ts';
import { RunLost, type RunWork } from '../../runs/public.ts';
import { onServer } from './on-server.ts';
import type { Place } from './places.ts';
import { runPlanned } from '../run-command.ts';
import { beginSwitch, forgetSwitch, isSwitching, listTargetRows, type TargetRow } from '../queries.ts';

/** The copy that a service should serve. */
export interface NewCopy {
  version: string;
  copy: string;
}

export interface Switch {
  app: ReleaseApp;
  env: ReleaseEnv;
  places: readonly Place[];
  /** By service. */
  copies: ReadonlyMap<string, NewCopy>;
  /** Number of the switch step (the health check follows), and the total. */
  step: number;
  of: number;
}

const HEALTH_LIMIT_MS = 60_000;
const SWITCH_LIMIT_MS = 60_000;
/** Also for restoring the places of an aborted run. */
const STEADY = { limitMs: SWITCH_LIMIT_MS, endsOnAbort: false };

/**
 * Switches all places to the new copies and checks their health. On failure all of them are restored; if that fails too, the row keeps the
 * run's id and restoreSwitches retries it.
 */
export async function switchPlaces(ctx: Ctx, run: RunWork, change: Switch): Promise<void> {
  const services = [...change.copies.keys()];
  await inUnauditedTransaction(ctx, ({ db }) => beginSwitch(db, services, change.env, run.id));
  try {
    await switchAll(ctx, run, change, services);
    await checkHealth(ctx, run, change);
  } catch (error) {
    // A lost run must not touch targets that another run may be changing.
    if (!(await isSwitching(ctx.db, services, change.env, run.id))) throw error;
    run.write('Back to the previous version\n');
    await serveBefore(ctx, run, change);
    await inUnauditedTransaction(ctx, ({ db }) => forgetSwitch(db, run.id));
    throw error;
  }
}

async function switchAll(ctx: Ctx, run: RunWork, { app, env, places, copies, step, of }: Switch, services: string[]) {
  run.step(step, of, `Switch ${places.length === 1 ? 'the server' : `${places.length} places`}`);
  for (const { service, target } of places) {
    run.signal.throwIfAborted();
    const next = copies.get(service);
    if (next === undefined) continue;
    if (!(await isSwitching(ctx.db, services, env, run.id))) throw new RunLost();
    await serve(ctx, run, { app, env, service, target }, next);
  }
}

async function checkHealth(ctx: Ctx, run: RunWork, { app, env, places, copies, step, of }: Switch): Promise<void> {
  const { health: template } = await ctx.ports.releasePlans.plan(app);
  run.step(step + 1, of, template === null ? 'No health check is configured' : 'Check health');
  if (template === null) return;
  for (const { service, target } of places) {
    const next = copies.get(service);
    if (next === undefined) continue;
    const { version } = next;
    const where = await commandPlace(ctx, run, target, next.copy);
    const values = { app, service, env, version, host: target.host };
    const command = { name: 'The health check', template, values, ...where, timeLimitMs: HEALTH_LIMIT_MS };
    await runPlanned(run, command).catch((cause: unknown) => {
      if (run.signal.aborted || !(cause instanceof AppError)) throw cause;
      const reason = `${service} on ${target.host} is not healthy with ${version}; it was switched back.`;
      throw new AppError('target_failed', reason, { cause });
    });
  }
}

/** Working folder of a command on a copy, and the folder shared by all copies of the target. */
export const commandPlace = (ctx: Ctx, run: RunWork, target: Target, copy: string) =>
  onServer(run, target, STEADY, () => ctx.ports.releaseFiles.commandPlace(target, copy));

/** Switches a place to a copy; null: none. */
async function serve(
  ctx: Ctx,
  run: RunWork,
  { app, env, service, target }: Place & { app: ReleaseApp; env: ReleaseEnv },
  next: NewCopy | null,
): Promise<void> {
  const { releaseFiles, releasePlans } = ctx.ports;
  await onServer(run, target, STEADY, (step) => releaseFiles.switchTo(target, next?.copy ?? null, step));
  const { switch: template } = await releasePlans.plan(app);
  if (template !== null) {
    const { shared } = await commandPlace(ctx, run, target, next?.copy ?? 'none');
    const version = next?.version ?? '';
    const values = { app, service, env, version, host: target.host, path: target.path, copy: next?.copy ?? '' };
    const name = `The switch of ${service} on ${target.host}`;
    await runPlanned(run, { name, template, values, cwd: shared, shared, timeLimitMs: SWITCH_LIMIT_MS });
  }
  run.write(`  ${target.host} ${service} serves ${next?.version ?? 'nothing'}\n`);
}

/**
 * Restores places to the versions stored in the database. One that fails does not keep the others on the new version.
 * @throws the first failure, after all places have been tried
 */
export async function serveBefore(
  ctx: Ctx,
  run: RunWork,
  { app, env, places }: Pick<Switch, 'app' | 'env' | 'places'>,
): Promise<void> {
  const rows = await listTargetRows(ctx.db, [...new Set(places.map(({ service }) => service))], env);
  const before = new Map(rows.map((row) => [row.service, copyBefore(row)]));
  const failures: unknown[] = [];
  for (const { service, target } of places) {
    const copy = before.get(service) ?? null;
    const restored =
      copy instanceof AppError ? Promise.reject(copy) : serve(ctx, run, { app, env, service, target }, copy);
    await restored.catch((error: unknown) => {
      failures.push(error);
      run.write(`  ${target.host} ${service} could not be switched back\n`);
    });
  }
  if (failures.length > 0) throw failures[0];
}

/** Null: nothing was deployed before. An error: what was deployed is not known here, and must not be unlinked. */
function copyBefore({ service, version, copy }: TargetRow): NewCopy | AppError | null {
  if (version === null) return null;
  if (copy !== null) return { version, copy };
  const reason = `${service} cannot go back to ${version}: it was deployed before this console, which has no copy of it.`;
  return new AppError('target_failed', `${reason} Deploy a version that works.`);
}
