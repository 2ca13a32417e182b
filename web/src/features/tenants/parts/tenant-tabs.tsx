import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useLocation, useSearch } from '@tanstack/react-router';
import { TabBar } from '../../../ui/layout/tab-bar.tsx';
import { tenantDetailSearch } from '../list/list-search.ts';
import { configuredServices } from '../../services/public.tsx';

/** The tab of a tenant that an address opens: by its last segment, or by `tab` on the tenant's own page. */
export function openTab(path: string, search: Record<string, unknown>): string {
  return path.split('/')[3] || (tenantDetailSearch(search).tab ?? 'services');
}

/** The tabs of a tenant; which one is open is in the address. Without the tenant they have no counts yet. */
export function TenantTabs({ id, tenant }: { id: number; tenant?: TenantDetail }) {
  const own = `/tenant/${id}`;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const active = openTab(path, useSearch({ strict: false }));
  return (
    <TabBar
      label="Tenant"
      active={active}
      tabs={[
        { id: 'services', label: 'Services', href: own, count: tenant && configuredServices(tenant).length },
        { id: 'relations', label: 'Relations', href: `${own}/relations`, count: tenant?.relations.length },
        { id: 'sandbox', label: 'SOAP sandbox', href: `${own}/sandbox` },
        { id: 'leisurehub', label: 'Leisure hub', href: `${own}/leisurehub` },
        { id: 'changes', label: 'Changes', href: `${own}?tab=changes` },
      ]}
    />
  );
}
