import { fittingMap, type CompetencyStructure } from '@mission-control/contract/competency/rules';
import type { CompetencyMappingAnswer } from '@mission-control/contract/competency/schema';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { limitPublicCalls } from '../auth/public.ts';
import { findMapping, readMap, readStructures, type FoundMapping } from './queries.ts';

/** The same message for every unknown hash, whatever its form. */
export const NO_MAPPING = 'There is no such mapping. Ask for the link again.';

/** The structures of both tenants: current, or frozen when the mapping was locked. */
export function structuresOf(
  db: Db,
  { mapping }: FoundMapping,
): Promise<{ from: CompetencyStructure; to: CompetencyStructure }> {
  return mapping.frozen ? Promise.resolve(mapping.frozen) : readStructures(db, mapping.fromId, mapping.toId);
}

/** A mapping with its choices and options. @throws AppError('not_found') */
export async function readMapping(ctx: Ctx, hash: string): Promise<CompetencyMappingAnswer> {
  const found = await findMapping(ctx.db, hash);
  if (!found) throw new AppError('not_found', NO_MAPPING);
  const { mapping } = found;
  const { from, to } = await structuresOf(ctx.db, found);
  return {
    mapping: {
      hash,
      from: { id: mapping.fromId, tenant_name: found.from },
      to: { id: mapping.toId, tenant_name: found.to },
      locked: mapping.frozen !== null,
      from_structure: from,
      map: fittingMap(await readMap(ctx.db, mapping.id), from, to),
    },
    selects: to,
  };
}

/**
 * A mapping, for anyone who knows its hash.
 * @param ip of the caller, for rate limiting
 * @throws AppError('not_found'), AppError('too_many_attempts')
 */
export async function getMapping(ctx: Ctx, hash: string, ip: string): Promise<CompetencyMappingAnswer> {
  limitPublicCalls(ctx, 'mapping.read', ip);
  return readMapping(ctx, hash);
}
