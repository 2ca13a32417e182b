import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { createContext, use } from 'react';

/** The tenant of the page, as it will be once the changes under way have been answered. */
export const TenantContext = createContext<TenantDetail | null>(null);

/** The tenant whose page this is. @throws outside of the tenant's page */
export function useTenant(): TenantDetail {
  const tenant = use(TenantContext);
  if (tenant === null) throw new Error('There is no tenant outside of the page of a tenant.');
  return tenant;
}
