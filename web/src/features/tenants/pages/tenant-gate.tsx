import { mdiOfficeBuildingRemoveOutline } from '@mdi/js';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { queryOf } from '../../../lib/api/query.ts';
import { useRecentTenant } from '../../../lib/recent-tenants.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { useIsDeleting } from '../use-delete-tenant.ts';

/** Shown when no tenant has the id. */
function TenantNotFound({ id }: { id: string }) {
  return (
    <PageFrame title="Tenant not found" crumbs={[{ label: 'Tenants', href: '/tenant' }, { label: `Tenant ${id}` }]}>
      <StatePanel
        framed
        icon={mdiOfficeBuildingRemoveOutline}
        title={`There is no tenant ${id}`}
        actions={<ActionButton href="/tenant">Show all tenants</ActionButton>}
      >
        It may have been deleted, or the address is incomplete.
      </StatePanel>
    </PageFrame>
  );
}

/** Guards every page of a tenant: checks that it exists. Malformed ids are not requested (C-008). */
export function TenantGate() {
  const { id = '' } = useParams({ strict: false });
  return /^[1-9]\d{0,9}$/.test(id) ? <KnownTenant key={id} id={Number(id)} /> : <TenantNotFound id={id} />;
}

/** Renders the page at once; it handles loading and errors itself. */
function KnownTenant({ id }: { id: number }) {
  const { data, error } = useQuery(queryOf(getTenant, { params: { id } }));
  const gone = error?.code === 'not_found';
  useRecentTenant(id, data?.tenant.tenant_name, gone);
  const deleting = useIsDeleting(id);
  return gone && !deleting ? <TenantNotFound id={String(id)} /> : <Outlet />;
}
