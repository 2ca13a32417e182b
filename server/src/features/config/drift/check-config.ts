import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/config/calls';
import type { z } from 'zod';
import type { configCheckSchema } from '@mission-control/contract/config/schema';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { noteAnswers, noteDrift } from './check-drift-note.ts';
import { readBack, type Check, type Reading } from './check-drift-read.ts';
import { requireConfig } from '../config-owner.ts';
import { findConfig } from '../queries.ts';
import { driftOf, listDriftsOf, setChecked } from './queries-drift.ts';
import { findRunning } from '../publish/queries-publications.ts';

type CheckAnswer = z.output<typeof configCheckSchema>;

/**
 * Reads the published file of one config back from every server and stores the drift.
 * @throws AppError('not_found'), AppError('refused') if nothing is committed, AppError('conflict') during a commit
 */
export async function checkConfig(
  ctx: Ctx,
  { params: { id: tenantId, service: slug } }: CallInput<typeof calls.checkConfig>,
): Promise<CheckAnswer> {
  const { place, subject, targets } = await requireConfig(ctx.db, tenantId, slug);
  if (await findRunning(ctx.db, place)) {
    throw new AppError('conflict', 'The config is being committed. Check it again when the commit has finished.');
  }
  const config = await findConfig(ctx.db, place);
  if (config?.serversDiffer) {
    throw new AppError('refused', `The last commit of the ${subject} ended part-way. Commit it again.`);
  }
  if (!config?.committedHash) {
    throw new AppError(
      'refused',
      `The ${subject} was never committed, so there is nothing to compare the servers with.`,
    );
  }
  const { committedHash, committedAt } = config;
  const check: Check = { ...place, committedHash, committedAt, hosts: targets.map(({ host }) => host) };
  const readings = await Promise.all(check.hosts.map((host) => readBack(ctx, check, host)));
  await noteDrift(ctx, check, readings, await listDriftsOf(ctx.db, place));
  await noteAnswers(ctx, new Map([[check, readings]]));
  const now = ctx.clock.now();
  await setChecked(ctx.db, [place], now);
  return {
    checked_at: now.toISOString(),
    drift: driftOf(await listDriftsOf(ctx.db, place)),
    servers: readings.map((reading) => seen(reading, committedHash)),
  };
}

function seen(reading: Reading, committed: string): CheckAnswer['servers'][number] {
  const { host } = reading;
  if ('error' in reading) return { host, state: 'unreadable', error: reading.error };
  if (reading.hash === null) return { host, state: 'missing' };
  return { host, state: reading.hash === committed ? 'same' : 'changed' };
}
