import { createHash } from 'node:crypto';
import type { Caller, Ctx, Services } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { findEnvironmentName, findTokenOwner, putToken } from './queries.ts';

/** The prefix lets scanners of secrets know what they have found. */
const PREFIX = 'mcr_';
const BEARER = /^bearer (mcr_[\w-]{43})$/i;

/** 256 random bits need no salt. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A new token of an environment; the one before it ends at once. @throws AppError('not_found') */
export async function mintReportToken(
  ctx: Ctx,
  environmentId: number,
): Promise<{ environment_name: string; token: string }> {
  const name = await findEnvironmentName(ctx.db, environmentId);
  if (name === undefined) throw new AppError('not_found', `There is no environment ${environmentId}.`);
  const token = `${PREFIX}${ctx.random.bytes(32).toString('base64url')}`;
  const row = { environmentId, hash: hashOf(token), createdAt: ctx.clock.now(), createdBy: ctx.actor.name };
  await inTransaction(ctx, async ({ db, record }) => {
    await putToken(db, row);
    record({ action: 'report-token.minted', subject: name, topics: [] });
  });
  return { environment_name: name, token };
}

/**
 * The environment that the report token of an `Authorization` header stands for. Read on every request: a token that was replaced is
 * refused at once. Tokens of people are none. @throws AppError('not_signed_in')
 */
export async function authenticateEnvironment(services: Services, authorization: string | undefined): Promise<Caller> {
  const token = BEARER.exec(authorization?.slice(0, 100) ?? '')?.[1];
  const owner = token === undefined ? undefined : await findTokenOwner(services.db, hashOf(token));
  if (!owner)
    throw new AppError('not_signed_in', 'Reports need the report token of an environment, and it must be its newest.');
  return { kind: 'environment', id: owner.id, name: owner.name, role: null, sessionId: null };
}

/** The environment that makes a request. */
export function reportingEnvironment({ actor }: Ctx): { id: number; name: string } {
  if (actor.kind !== 'environment' || actor.id === null) throw new AppError('role_denied', 'Only environments report.');
  return { id: actor.id, name: actor.name };
}
