import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/config/calls';
import { isSecret } from '@mission-control/contract/config/secrets';
import type { Ctx } from '../../../platform/context.ts';
import { inTransaction, type Work } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { afterChanges, changesBackTo, requireRevision } from './revision-state.ts';
import type { Change } from './save-diff.ts';
import { lockWithItems, storeChanges, type LockedConfig } from '../store-changes.ts';
import { configRow, type ConfigPlace } from '../file/stored-items.ts';
import { validateItems } from '../validate-items.ts';

/**
 * Stores the complete state of an earlier revision, secrets included, as the next revision; servers are not touched. `warnings`
 * lists validation problems of the restored config.
 * @throws AppError('not_found') also if there is no such revision, AppError('conflict') if another revision was saved
 * meanwhile, AppError('refused') if nothing differs, AppError('role_denied') if a code block is restored or changed by a user below
 * release manager.
 */
export async function restoreRevision(
  ctx: Ctx,
  {
    params: { id: tenantId, service: slug, number },
    body: { base_revision: base },
  }: CallInput<typeof calls.restoreRevision>,
): Promise<{ warnings: string[]; revision: number }> {
  const place = { tenantId, kind: slug };
  return inTransaction(ctx, (work) => restoreIn(ctx, work, place, { number, base }), configRow(place));
}

/** Restores within a transaction. @param base the expected saved revision @throws as `restoreRevision` */
export async function restoreIn(
  ctx: Ctx,
  work: Work,
  place: ConfigPlace,
  { number, base }: { number: number; base: number },
): Promise<{ warnings: string[]; revision: number }> {
  const config = await lockWithItems(ctx, work.db, place);
  const { keys, items, revision: saved } = config;
  requireRevision(number, saved);
  if (saved !== base) throw savedMeanwhile(config);
  const back = await changesBackTo(work.db, ctx.secrets, place, { number, saved });
  if (back.length === 0) {
    throw new AppError('refused', `Revision ${number} is already the saved one. There is nothing to restore.`);
  }
  const changes = back.map((change) => sealedAsNow(change, keys));
  const revision = await storeChanges(ctx, work, config, {
    changes,
    action: 'config.restored',
    facts: { restored_revision: number },
  });
  const { errors, warnings } = validateItems(afterChanges(items, changes).values(), keys);
  return { warnings: [...errors, ...warnings], revision };
}

/** Like `restoreIn`, but also accepts that nothing differs. Returns the saved revision. */
export async function restoreIfDifferentIn(
  ctx: Ctx,
  work: Work,
  place: ConfigPlace,
  to: { number: number; base: number },
): Promise<number> {
  try {
    return (await restoreIn(ctx, work, place, to)).revision;
  } catch (error) {
    if (error instanceof AppError && error.code === 'refused') return to.base;
    throw error;
  }
}

function savedMeanwhile({ revision, savedBy }: LockedConfig): AppError {
  const who = savedBy ?? 'Somebody else';
  return new AppError(
    'conflict',
    `${who} saved revision ${revision} in the meantime. Check what would change, then restore again.`,
    { details: { revision } },
  );
}

/** A value that was not secret then may be secret now: store it as ciphertext. */
function sealedAsNow(change: Change, keys: LockedConfig['keys']): Change {
  const { after } = change;
  return after && isSecret(after, keys) ? { ...change, after: { ...after, secret: true } } : change;
}
