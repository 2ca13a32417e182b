import { fittingMap, type CompetencyMap, type CompetencyStructure } from '@mission-control/contract/competency/rules';
import type { CompetencyChoice } from '@mission-control/contract/competency/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { anonymous, type Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { limitPublicCalls } from '../auth/public.ts';
import { lockMapping, putChoice, readMap } from './queries.ts';
import { NO_MAPPING, readMapping, structuresOf } from './read-mapping.ts';

/** Actor in the audit log: the page needs no sign-in (C-042). */
const PUBLIC_LINK = { ...anonymous, name: 'public link' };

/**
 * Saves one choice, for anyone who knows the hash.
 * @param ip of the caller, for rate limiting
 * @throws AppError('not_found'), AppError('conflict') if the mapping is locked, AppError('bad_request') for unknown entries,
 * AppError('too_many_attempts')
 */
export async function saveChoice(
  ctx: Ctx,
  hash: string,
  choice: CompetencyChoice,
  ip: string,
): Promise<{ map: CompetencyMap }> {
  limitPublicCalls(ctx, 'mapping.save', ip);
  const { mapping } = await readMapping(ctx, hash);
  // Record no event for an unchanged choice.
  const isSame = (mapping.map[choice.kind][String(choice.id)] ?? null) === choice.choice;
  if (isSame && !mapping.locked) return { map: mapping.map };
  return inTransaction({ ...ctx, actor: PUBLIC_LINK }, async ({ db, record }) => {
    const found = await lockMapping(db, hash);
    if (!found) throw new AppError('not_found', NO_MAPPING);
    const { id: mappingId, fromId, frozen } = found.mapping;
    if (frozen) throw new AppError('conflict', 'This mapping is locked. Ask your contact to unlock it.');
    const { from, to } = await structuresOf(db, found);
    checkChoice(choice, from, to);
    const before = (await readMap(db, mappingId))[choice.kind][String(choice.id)] ?? null;
    await putChoice(db, { mappingId, kind: choice.kind, source: choice.id }, choice.choice);
    record({
      action: 'competency-mapping.saved',
      subject: `${found.from}->${found.to}`,
      tenantId: fromId,
      before: { kind: choice.kind, id: choice.id, choice: before },
      after: choice,
      topics: [TOPIC.competency],
    });
    return { map: fittingMap(await readMap(db, mappingId), from, to) };
  });
}

function checkChoice({ kind, id, choice }: CompetencyChoice, from: CompetencyStructure, to: CompetencyStructure): void {
  const fields: Record<string, string> = {
    ...(from[kind].some((one) => one.id === id) ? null : { id: `Entry ${id} is no longer among the ${kind}.` }),
    ...(choice === null || to[kind].some((one) => one.id === choice)
      ? null
      : { choice: `Entry ${choice} is no longer among the ${kind} to choose from.` }),
  };
  const faults = Object.values(fields);
  if (faults.length > 0) throw new AppError('bad_request', [...faults, 'Load the page again.'], { fields });
}
