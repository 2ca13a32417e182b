import type { CallResponse, CallInput } from '@mission-control/contract/call';
import { getLeisureHub, logInToLeisureHub } from '@mission-control/contract/leisure/calls';
import { allowedAddress, INVALID_LOGIN, likelyDomain } from '@mission-control/contract/leisure/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { requireTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';

/** Defaults and hints for the login form. @throws AppError('not_found') */
async function describeHub(ctx: Ctx, tenantId: number): Promise<CallResponse<typeof getLeisureHub>> {
  const { hosts, note } = ctx.ports.leisureHub;
  return { domain: likelyDomain(hosts, (await requireTenant(ctx.db, tenantId)).name), hosts: [...hosts], note };
}

/**
 * Attempts a login and returns the URL to open, or null if the URL is not allowed. Every attempt is recorded with its outcome, but
 * never with the secret.
 * @throws AppError('not_found') without the tenant, AppError('bad_request') if the hub rejects the login,
 * AppError('target_failed') if the hub cannot be reached
 */
async function logIn(
  ctx: Ctx,
  { params, query, body }: CallInput<typeof logInToLeisureHub>,
): Promise<CallResponse<typeof logInToLeisureHub>> {
  const { secret, domain, client_id, person_id } = body;
  const { basket_id } = query;
  const { name } = await requireTenant(ctx.db, params.id);
  const record = (outcome: string, more: object = {}): Promise<void> =>
    inTransaction(ctx, async (work) => {
      const facts = { domain, client_id, person_id, ...(basket_id !== undefined && { basket_id }) };
      work.record({
        action: 'leisure.login',
        subject: `${name} leisure hub`,
        tenantId: params.id,
        after: { ...facts, outcome, ...more },
        topics: [TOPIC.tenant(params.id)],
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

export const leisureFeature = {
  routes: [
    handle(getLeisureHub, (ctx, { params }) => describeHub(ctx, params.id)),
    handle(logInToLeisureHub, (ctx, input) => logIn(ctx, input)),
  ],
} satisfies Feature;
