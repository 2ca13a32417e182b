import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { SoapTarget } from '../../ports/soap/port.ts';
import { openItem } from '../config/public.ts';
import { findSite, listSettings } from './queries.ts';

const SERVICE = 'coursepro';
/** Settings of CoursePro. */
const [WSDL, USERNAME, PASSWORD] = ['SOAP_WSDL', 'SOAP_USERNAME', 'SOAP_PASSWORD'] as const;
/** Where CoursePro has its WSDL, unless a setting says otherwise. */
const USUAL_PATH = '/soap?wsdl';

/** A tenant's SOAP API. */
export interface TenantApi extends SoapTarget {
  tenantName: string;
}

/**
 * Where the SOAP API of a tenant is, and as whom the console asks it: what is saved in its CoursePro config (decision 0033).
 * @throws AppError('not_found') without the tenant, AppError('refused') when it has no such API
 */
export async function findTarget(ctx: Ctx, tenantId: number): Promise<TenantApi> {
  const site = await findSite(ctx.db, tenantId, SERVICE);
  if (!site) throw new AppError('not_found', `There is no tenant ${tenantId}. It may have been deleted.`);
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
    wsdl: named || `https://${site.host ?? ''}${USUAL_PATH}`,
    credentials: username && password ? { username, password } : null,
  };
}
