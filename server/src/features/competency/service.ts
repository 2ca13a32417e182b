import type { CallResponse, CallInput } from '@mission-control/contract/call';
import type {
  createCompetencyMapping,
  listCompetencyMappings,
  lockCompetencyMapping,
} from '@mission-control/contract/competency/calls';
import { ofEachKind, type CompetencyStructure } from '@mission-control/contract/competency/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { noTenantText } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { inTransaction, type UnauditedWork } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { Reported } from '../reports/public.ts';
import {
  freezeMapping,
  holdTenants,
  insertMapping,
  listMappingRows,
  lockMapping,
  readStructures,
  putStructures,
} from './queries.ts';
import { NO_MAPPING } from './read-mapping.ts';

/** Replaces the stored structures of tenants by the reported ones. */
export async function storeStructures(
  _ctx: Ctx,
  { db, changed }: UnauditedWork,
  reports: Reported<CompetencyStructure>[],
): Promise<void> {
  const reported = reports.map(({ tenantId, created, entry }) => ({
    tenantId,
    created,
    structure: ofEachKind((kind) => entry[kind]),
  }));
  if (await putStructures(db, reported)) changed(TOPIC.competency);
}

const HASH_BYTES = 32;

/** All mappings, newest first. */
export async function listMappings(ctx: Ctx): Promise<CallResponse<typeof listCompetencyMappings>> {
  return { mappings: await listMappingRows(ctx.db) };
}

/** Creates an empty mapping between two tenants. @throws AppError('bad_request') if they are the same, or one does not exist */
export async function createMapping(
  ctx: Ctx,
  { from, to }: CallInput<typeof createCompetencyMapping>['body'],
): Promise<CallResponse<typeof createCompetencyMapping>> {
  if (from === to)
    throw new AppError('bad_request', 'Choose two different tenants: a mapping leads from one to another.');
  const hash = ctx.random.bytes(HASH_BYTES).toString('hex');
  return inTransaction(ctx, async ({ db, record }) => {
    const names = await holdTenants(db, [from, to]);
    const [source, target] = [names.get(from), names.get(to)];
    if (source === undefined || target === undefined) {
      const missing = source === undefined ? from : to;
      throw new AppError('bad_request', noTenantText(missing));
    }
    const created = { createdAt: ctx.clock.now(), createdBy: ctx.actor.name };
    await insertMapping(db, { hash, fromId: from, toId: to, ...created });
    record({
      action: 'competency-mapping.created',
      subject: `${source}->${target}`,
      tenantId: from,
      after: { from, to },
      topics: [TOPIC.competency],
    });
    return { from: source, to: target, hash };
  });
}

/** Locks a mapping, freezing both current structures, or unlocks it. @throws AppError('not_found') */
export async function setLocked(
  ctx: Ctx,
  hash: string,
  locked: boolean,
): Promise<CallResponse<typeof lockCompetencyMapping>> {
  await inTransactionIfChanged(ctx, async ({ db, record }) => {
    const found = await lockMapping(db, hash);
    if (!found) throw new AppError('not_found', NO_MAPPING);
    const { id, fromId, toId, frozen } = found.mapping;
    const before = frozen !== null;
    if (before === locked) return;
    await freezeMapping(db, id, locked ? await readStructures(db, fromId, toId) : null);
    record({
      action: locked ? 'competency-mapping.locked' : 'competency-mapping.unlocked',
      subject: `${found.from}->${found.to}`,
      tenantId: fromId,
      before: { locked: before },
      after: { locked },
      topics: [TOPIC.competency],
    });
  });
  return { locked };
}
