import type { SoapElement, SoapMethod } from '@mission-control/contract/soap/schema';
import type { Ctx } from '../../platform/context.ts';
import { findTarget } from './find-target.ts';
import { createSoapLimit } from './limit.ts';

// Reading a WSDL costs the tenant's server something, too. Apart from sending, which may take longer.
const limited = createSoapLimit();
const personOf = ({ actor }: Ctx): string => `${actor.kind} ${actor.id ?? actor.name}`;

/** The methods of a tenant's SOAP API. @throws AppError('target_failed') when its WSDL cannot be read */
export async function listMethods(
  ctx: Ctx,
  tenantId: number | undefined,
): Promise<{ methods: SoapMethod[]; wsdl: string }> {
  if (tenantId === undefined) return { methods: [], wsdl: '' };
  const target = await findTarget(ctx, tenantId);
  const methods = await limited(personOf(ctx), () => ctx.ports.soap.methods(target));
  return { methods, wsdl: target.wsdl };
}

/** The form of a method. @throws AppError('not_found') without the method */
export async function getForm(ctx: Ctx, tenantId: number, method: string): Promise<{ elements: SoapElement[] }> {
  const target = await findTarget(ctx, tenantId);
  return { elements: await limited(personOf(ctx), () => ctx.ports.soap.form(target, method)) };
}
