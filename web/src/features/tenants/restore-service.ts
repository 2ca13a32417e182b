import type { QueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../lib/query.ts';
import { toastError } from '../../lib/toast-error.ts';
import { toast } from '../../ui/toast.ts';
import { keepTenant } from './kept-tenant.ts';
import { restoreService } from './queries-services.ts';
import type { CatalogueService } from './tenant-services.ts';
import { toastSaid } from './toast-said.ts';

/** Brings the last deleted service of this kind back and says how it went. */
export async function restoreAndTell(client: QueryClient, tenantId: number, service: CatalogueService): Promise<void> {
  try {
    const { tenant, error } = await restoreService(tenantId, service.slug);
    keepTenant(client, tenant);
    toast.success(`${service.displayName} restored`);
    toastSaid(error);
  } catch (error) {
    toastError(error);
  }
  await invalidateTopics(client, ['tenants', `tenant:${tenantId}`]);
}
