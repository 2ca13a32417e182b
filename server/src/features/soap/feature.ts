import type { CallInput } from '@mission-control/contract/call';
import { getSoapMethod, listSoapMethods, sendSoapMethod } from '@mission-control/contract/soap/calls';
import type { SoapSent } from '@mission-control/contract/soap/schema';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import { findTarget, createSoapLimit, userOf, getForm, listMethods } from './find-target.ts';

const limited = createSoapLimit();

/**
 * Calls a method of a tenant's SOAP API. The audit event contains method, duration and outcome, but no values.
 * @throws AppError('target_failed') without a response; AppError('bad_request') with the faults by field
 */
async function sendMethod(
  ctx: Ctx,
  method: string,
  { tenant_id: tenantId, ...fields }: CallInput<typeof sendSoapMethod>['body'],
): Promise<SoapSent> {
  const target = await findTarget(ctx, tenantId);
  // A multipart form has its line breaks as \r\n.
  const values = new Map(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n')] as const] : [],
    ),
  );
  const began = performance.now();
  const record = (outcome: 'answered' | 'fault' | 'failed'): Promise<void> =>
    inTransaction(ctx, async (work) => {
      const after = { method, outcome, duration_ms: Math.round(performance.now() - began) };
      const subject = `${target.tenantName} SOAP: ${method}`;
      work.record({ action: 'soap.method-sent', subject, tenantId, after, topics: [] });
    });
  return limited(userOf(ctx), async () => {
    let sent: SoapSent;
    try {
      sent = await ctx.ports.soap.send(target, method, values);
    } catch (error) {
      // Other AppErrors are faults of the values: nothing was sent.
      if (!(error instanceof AppError) || error.code === 'target_failed') await record('failed');
      throw error;
    }
    await record(sent.fault ? 'fault' : 'answered');
    return sent;
  });
}

export const soapFeature = {
  routes: [
    handle(listSoapMethods, (ctx, { query }) => listMethods(ctx, query.tenant_id)),
    handle(getSoapMethod, (ctx, { params, query }) => getForm(ctx, query.tenant_id, params.method)),
    handle(sendSoapMethod, (ctx, { params, body }) => sendMethod(ctx, params.method, body)),
  ],
} satisfies Feature;
