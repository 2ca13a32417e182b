import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useLocation, useSearch } from '@tanstack/react-router';
import { pathTo } from '../../../lib/address/path-to.ts';
import { TabBar } from '../../../ui/layout/tab-bar.tsx';
import { tenantDetailSearch } from '../list/list-search.ts';
import { configuredServices } from '../../services/public.tsx';

/** The tab of a tenant that an address opens: by its last segment, or by `tab` on the tenant's own page. */
export function openTab(path: string, search: Record<string, unknown>): string {
  return path.split('/')[3] || (tenantDetailSearch(search).tab ?? 'services');
}

/** The tabs of a tenant; which one is open is in the address. Without the tenant they have no counts yet. */
export function TenantTabs({ id, tenant }: { id: number; tenant?: TenantDetail }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const active = openTab(path, useSearch({ strict: false }));
  return (
    <TabBar
      label="Tenant"
      active={active}
      tabs={[
        {
          id: 'services',
          label: 'Services',
          href: pathTo('/tenant/$id', { id }),
          count: tenant && configuredServices(tenant).length,
        },
        {
          id: 'relations',
          label: 'Relations',
          href: pathTo('/tenant/$id/relations', { id }),
          count: tenant?.relations.length,
        },
        { id: 'sandbox', label: 'SOAP sandbox', href: pathTo('/tenant/$id/sandbox', { id }) },
        { id: 'leisurehub', label: 'Leisure hub', href: pathTo('/tenant/$id/leisurehub', { id }) },
        { id: 'timeline', label: 'Timeline', href: pathTo('/tenant/$id/timeline', { id }) },
        { id: 'changes', label: 'Changes', href: pathTo('/tenant/$id', { id }, { tab: 'changes' }) },
      ]}
    />
  );
}
