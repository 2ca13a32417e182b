import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { createContext, use } from 'react';

/** The page's tenant with pending changes applied. */
export const TenantContext = createContext<TenantDetail | null>(null);

/** The page's tenant. @throws outside a tenant's page */
export function useTenant(): TenantDetail {
  const tenant = use(TenantContext);
  if (tenant === null) throw new Error('useTenant must be used within a tenant page.');
  return tenant;
}
