import type { ReportTenant } from '@mission-control/contract/reports/calls';
import { createHash } from 'node:crypto';
import type { Caller, Ctx, Services } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { findEnvironmentName, findTokenOwner, putToken, listTenantsOn } from './queries.ts';

/** Prefix for secret scanners. */
const PREFIX = 'mcr_';
const BEARER = /^bearer (mcr_[\w-]{43})$/i;

/** No salt: tokens have 256 random bits. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Creates a token for an environment, revoking the previous one. @throws AppError('not_found') */
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
 * Authenticates an environment by the report token in an `Authorization` header. Not cached, so that a replaced token is rejected at
 * once. User tokens are not accepted. @throws AppError('not_signed_in')
 */
export async function authenticateEnvironment(services: Services, authorization: string | undefined): Promise<Caller> {
  const token = BEARER.exec(authorization?.slice(0, 100) ?? '')?.[1];
  const owner = token === undefined ? undefined : await findTokenOwner(services.db, hashOf(token));
  if (!owner) throw new AppError('not_signed_in', 'A report token is required.');
  return { kind: 'environment', id: owner.id, name: owner.name, role: null, sessionId: null };
}

/** The calling environment. @throws AppError('role_denied') for other callers */
export function reportingEnvironment({ actor }: Ctx): { id: number; name: string } {
  if (actor.kind !== 'environment' || actor.id === null)
    throw new AppError('role_denied', 'Only environments can send reports.');
  return { id: actor.id, name: actor.name };
}

/** The tenants that the calling environment may report about. */
export async function listReportableTenants(ctx: Ctx): Promise<{ environment_name: string; tenants: ReportTenant[] }> {
  const { id, name } = reportingEnvironment(ctx);
  return { environment_name: name, tenants: await listTenantsOn(ctx.db, id) };
}
