import type {
  createCompetencyMapping,
  listCompetencyMappings,
  lockCompetencyMapping,
} from '@mission-control/contract/competency/calls';
import type { CallAnswer, CallInput } from '@mission-control/contract/call';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { NO_MAPPING } from './read-mapping.ts';
import {
  findMapping,
  freezeMapping,
  holdTenants,
  insertMapping,
  listMappingRows,
  lockMapping,
  readStructures,
} from './queries.ts';

/** 256 bits: nobody guesses them. */
const HASH_BYTES = 32;

/** All mappings, the newest first. */
export async function listMappings(ctx: Ctx): Promise<CallAnswer<typeof listCompetencyMappings>> {
  return { mappings: await listMappingRows(ctx.db) };
}

/** A new, empty mapping between two tenants. @throws AppError('bad_request') for one tenant twice, or one that is not there */
export async function createMapping(
  ctx: Ctx,
  { from, to }: CallInput<typeof createCompetencyMapping>['body'],
): Promise<CallAnswer<typeof createCompetencyMapping>> {
  if (from === to)
    throw new AppError('bad_request', 'Choose two different tenants: a mapping leads from one to another.');
  const hash = ctx.random.bytes(HASH_BYTES).toString('hex');
  return inTransaction(ctx, async ({ db, record }) => {
    const names = await holdTenants(db, [from, to]);
    const [source, target] = [names.get(from), names.get(to)];
    if (source === undefined || target === undefined) {
      const missing = source === undefined ? from : to;
      throw new AppError('bad_request', `There is no tenant ${missing}. It may have been deleted.`);
    }
    const created = { createdAt: ctx.clock.now(), createdBy: ctx.actor.name };
    await insertMapping(db, { hash, fromId: from, toId: to, ...created });
    record({
      action: 'competency-mapping.created',
      subject: `${source}->${target}`,
      tenantId: from,
      after: { from, to },
      topics: ['competency'],
    });
    return { from: source, to: target, hash };
  });
}

/** Locks a mapping with both structures as they are now, or opens it again. @throws AppError('not_found') */
export async function setLocked(
  ctx: Ctx,
  hash: string,
  locked: boolean,
): Promise<CallAnswer<typeof lockCompetencyMapping>> {
  const known = await findMapping(ctx.db, hash);
  // As it is already: no change to record.
  if (known && (known.mapping.frozen !== null) === locked) return { locked };
  await inTransaction(ctx, async ({ db, record }) => {
    const found = await lockMapping(db, hash);
    if (!found) throw new AppError('not_found', NO_MAPPING);
    const { id, fromId, toId, frozen } = found.mapping;
    const before = frozen !== null;
    if (before !== locked) await freezeMapping(db, id, locked ? await readStructures(db, fromId, toId) : null);
    record({
      action: locked ? 'competency-mapping.locked' : 'competency-mapping.unlocked',
      subject: `${found.from}->${found.to}`,
      tenantId: fromId,
      before: { locked: before },
      after: { locked },
      topics: ['competency'],
    });
  });
  return { locked };
}
