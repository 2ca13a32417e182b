import type { SoapElement, SoapMethod } from '@mission-control/contract/soap/schema';
import { noTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { SoapTarget } from '../../ports/soap/port.ts';
import { openItem } from '../config/public.ts';
import { findSite, listSettings } from './queries.ts';

const MAX_PER_USER = 2;
const MAX_TOTAL = 12;

/** Limits concurrent requests to tenants' APIs, per user and in total. */
export function createSoapLimit(): <T>(user: string, work: () => Promise<T>) => Promise<T> {
  const active = new Map<string, number>();
  let all = 0;
  return async (user, work) => {
    const running = active.get(user) ?? 0;
    if (running >= MAX_PER_USER)
      throw new AppError(
        'too_many_attempts',
        `${MAX_PER_USER} of your requests are still running. Wait until one ends.`,
      );
    if (all >= MAX_TOTAL)
      throw new AppError('too_many_attempts', 'Too many SOAP requests are running. Try again later.');
    active.set(user, running + 1);
    all += 1;
    try {
      return await work();
    } finally {
      all -= 1;
      const left = (active.get(user) ?? 1) - 1;
      if (left > 0) active.set(user, left);
      else active.delete(user);
    }
  };
}

const SERVICE = 'coursepro';
const [WSDL, USERNAME, PASSWORD] = ['SOAP_WSDL', 'SOAP_USERNAME', 'SOAP_PASSWORD'] as const;
/** Path of CoursePro's WSDL, unless configured otherwise. */
const DEFAULT_PATH = '/soap?wsdl';

export interface TenantApi extends SoapTarget {
  tenantName: string;
}

/**
 * Address and credentials of a tenant's SOAP API, from its saved CoursePro config (decision 0033).
 * @throws AppError('not_found') without the tenant, AppError('refused') if it has no such API
 */
export async function findTarget(ctx: Ctx, tenantId: number): Promise<TenantApi> {
  const site = await findSite(ctx.db, tenantId, SERVICE);
  if (!site) throw noTenant(tenantId);
  if (site.service === null)
    throw new AppError('refused', `${site.name} has no CoursePro service, whose SOAP API this is. Add it first.`);
  const place = { tenantId, kind: SERVICE } as const;
  const settings = new Map(
    (await listSettings(ctx.db, place, [WSDL, USERNAME, PASSWORD])).map((item) => [
      item.key,
      openItem(ctx.secrets, place, item).value.trim(),
    ]),
  );
  const named = settings.get(WSDL);
  if (!named && site.host === null)
    throw new AppError('refused', `CoursePro has no primary domain. Give it one, or set ${WSDL} in its config.`);
  const [username, password] = [settings.get(USERNAME), settings.get(PASSWORD)];
  return {
    tenantId,
    tenantName: site.name,
    wsdl: named || `https://${site.host ?? ''}${DEFAULT_PATH}`,
    credentials: username && password ? { username, password } : null,
  };
}

// Reading a WSDL loads the tenant's server as well. Limited separately from sending, which may take longer.
const limited = createSoapLimit();
export const userOf = ({ actor }: Ctx): string => `${actor.kind} ${actor.id ?? actor.name}`;

/** The methods of a tenant's SOAP API. @throws AppError('target_failed') if its WSDL cannot be read */
export async function listMethods(
  ctx: Ctx,
  tenantId: number | undefined,
): Promise<{ methods: SoapMethod[]; wsdl: string }> {
  if (tenantId === undefined) return { methods: [], wsdl: '' };
  const target = await findTarget(ctx, tenantId);
  const methods = await limited(userOf(ctx), () => ctx.ports.soap.methods(target));
  return { methods, wsdl: target.wsdl };
}

/** The form of a method. @throws AppError('not_found') without the method */
export async function getForm(ctx: Ctx, tenantId: number, method: string): Promise<{ elements: SoapElement[] }> {
  const target = await findTarget(ctx, tenantId);
  return { elements: await limited(userOf(ctx), () => ctx.ports.soap.form(target, method)) };
}
