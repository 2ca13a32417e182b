import type { CallInput } from '@mission-control/contract/call';
import type { rollBackRelease } from '@mission-control/contract/releases/calls';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Click, StartedRun } from '../../runs/public.ts';
import { placesOf, requireService } from './places.ts';
import { listTargetRows, type TargetRow } from '../queries.ts';
import { runSwitch } from './run-switch.ts';
import { switchPlaces, type NewCopy } from './switch-places.ts';

const STEPS = 2;

/**
 * Starts switching a target back to its previous version, without migrations.
 * @throws AppError('refused') without a previous version, AppError('conflict') when the previous version has changed or a deploy is running
 */
export async function rollBackAppRelease(
  ctx: Ctx,
  wanted: CallInput<typeof rollBackRelease>['body'],
  click: Click,
): Promise<StartedRun> {
  const { app, env, version } = wanted;
  const service = requireService(app, wanted.service);
  const places = await placesOf(ctx, app, service.parts, env);
  const copies = new Map<string, NewCopy>();
  // Checked under the lock, but not for a repeated click: after the first one there is no previous version.
  const onStart = async (db: Db): Promise<void> => {
    const rows = new Map((await listTargetRows(db, service.parts, env)).map((row) => [row.service, row]));
    for (const part of service.parts) copies.set(part, before(rows.get(part), part, wanted));
  };
  return runSwitch(ctx, click, { wanted: { ...wanted, version }, service, copies, rollback: true, onStart }, (run) =>
    switchPlaces(ctx, run, { app, env, places, copies, step: 1, of: STEPS }),
  );
}

function before(
  row: TargetRow | undefined,
  service: string,
  { env, version }: CallInput<typeof rollBackRelease>['body'],
): NewCopy {
  if (!row || row.previousVersion === null || row.previousCopy === null)
    throw new AppError('refused', `${service} has no previous version on ${env}. Deploy a version instead.`);
  if (row.previousVersion !== version)
    throw new AppError('conflict', `The previous version is now ${row.previousVersion}. Check it, then decide.`);
  return { version, copy: row.previousCopy };
}
