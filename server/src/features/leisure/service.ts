import type { CallAnswer, CallInput } from '@mission-control/contract/call';
import type { getLeisureHub, logInToLeisureHub } from '@mission-control/contract/leisure/calls';
import { allowedAddress, INVALID_LOGIN, likelyDomain } from '@mission-control/contract/leisure/rules';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { findTenantName } from './queries.ts';

/** What the form needs to know. @throws AppError('not_found') */
export async function describeHub(ctx: Ctx, tenantId: number): Promise<CallAnswer<typeof getLeisureHub>> {
  const { hosts, note } = ctx.ports.leisureHub;
  return { domain: likelyDomain(hosts, await tenantName(ctx, tenantId)), hosts: [...hosts], note };
}

/**
 * Tries the login and answers where it leads; an address that the browser may not go to is answered as null. Each try is recorded
 * with its outcome, none with its secret.
 * @throws AppError('not_found') without the tenant, AppError('bad_request') when the hub does not take the login,
 * AppError('target_failed') when it could not be asked
 */
export async function logIn(
  ctx: Ctx,
  { params, query, body }: CallInput<typeof logInToLeisureHub>,
): Promise<CallAnswer<typeof logInToLeisureHub>> {
  const { secret, domain, client_id, person_id } = body;
  const { basket_id } = query;
  const name = await tenantName(ctx, params.id);
  const record = (outcome: string, more: object = {}): Promise<void> =>
    inTransaction(ctx, async (work) => {
      const facts = { domain, client_id, person_id, ...(basket_id !== undefined && { basket_id }) };
      work.record({
        action: 'leisure.login',
        subject: `${name} leisure hub`,
        tenantId: params.id,
        after: { ...facts, outcome, ...more },
        topics: [`tenant:${params.id}`],
      });
    });
  const { leisureHub } = ctx.ports;
  const login = { domain, secret, clientId: client_id, personId: person_id, basketId: basket_id };
  const answer = await leisureHub.logIn(login).catch(async (error: unknown) => {
    await record('failed', error instanceof AppError ? { message: error.message } : {});
    throw error;
  });
  if (answer.refused) {
    await record('refused');
    throw new AppError('bad_request', INVALID_LOGIN);
  }
  const authAddress = allowedAddress(answer.authAddress, leisureHub.hosts);
  await record(authAddress === null ? 'invalid address' : 'accepted');
  return { authAddress };
}

async function tenantName(ctx: Ctx, id: number): Promise<string> {
  const name = await findTenantName(ctx.db, id);
  if (name === undefined) throw new AppError('not_found', `There is no tenant ${id}. It may have been deleted.`);
  return name;
}
