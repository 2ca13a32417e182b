import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/config/calls';
import type { SaveConfigBody } from '@mission-control/contract/config/schema';
import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { inTransaction, type Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { listChangesSince } from './queries.ts';
import { findClashes, planChanges, type EarlierChange } from './history/save-diff.ts';
import { lockWithItems, storeChanges } from './store-changes.ts';
import { configRow, openChange, type ConfigPlace } from './file/stored-items.ts';

interface SaveAnswer {
  warnings: string[];
  revision: number;
}

/** Rolls back the transaction: there is nothing to store. */
export class NothingToSave extends Error {
  readonly answer: SaveAnswer;
  constructor(answer: SaveAnswer) {
    super('The diff changes nothing.');
    this.answer = answer;
  }
}

/**
 * Stores a diff as the next revision; servers are not touched. A diff without effect creates no revision.
 * @throws AppError('not_found'), AppError('conflict') naming keys changed since `base_revision`,
 * AppError('role_denied') if a code block is added or changed by a user below release manager.
 */
export async function saveConfig(
  ctx: Ctx,
  { params: { id: tenantId, service: slug }, body: diff }: CallInput<typeof calls.saveConfig>,
): Promise<SaveAnswer> {
  try {
    const place = { tenantId, kind: slug };
    return await inTransaction(ctx, (work) => saveIn(ctx, work, place, diff), configRow(place));
  } catch (error) {
    if (error instanceof NothingToSave) return error.answer;
    throw error;
  }
}

/** Saves within a transaction. @throws NothingToSave, and as `saveConfig` */
export async function saveIn(ctx: Ctx, work: Work, place: ConfigPlace, diff: SaveConfigBody): Promise<SaveAnswer> {
  const { db } = work;
  const config = await lockWithItems(ctx, db, place);
  const earlier = await changesSince(ctx, db, place, diff.base_revision, config.revision);
  const clashes = findClashes(diff, config, earlier);
  if (clashes.length > 0) {
    const details = { revision: config.revision, clashes };
    const names = clashes.map((clash) => `${clash.key} (${clash.by})`).join(', ');
    throw new AppError('conflict', `Changed in the meantime: ${names}. Choose which values to keep.`, {
      details,
    });
  }
  const { changes, warnings } = planChanges(diff, config);
  if (changes.length === 0) throw new NothingToSave({ warnings, revision: config.revision });
  const revision = await storeChanges(ctx, work, config, { changes, action: 'config.saved' });
  return { warnings, revision };
}

async function changesSince(
  ctx: Ctx,
  db: Transaction,
  place: ConfigPlace,
  base: number | undefined,
  current: number,
): Promise<EarlierChange[]> {
  // Without a base revision there is no merge: the last write wins, and the audit log keeps both.
  if (base === undefined) return [];
  if (base > current) throw new AppError('bad_request', `The config has no revision ${base} yet. Reload it.`);
  const changes = await listChangesSince(db, place, base);
  return changes.map((change) => openChange(ctx.secrets, place, change));
}
