import { mdiOfficeBuildingRemoveOutline } from '@mdi/js';
import { ActionButton } from '../../../ui/action-button.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';

/** For an id that no tenant has. */
export function TenantNotFound({ id }: { id: string }) {
  return (
    <PageFrame title="Tenant not found" crumbs={[{ label: 'Tenants', href: '/tenant' }, { label: `Tenant ${id}` }]}>
      <StatePanel
        framed
        icon={mdiOfficeBuildingRemoveOutline}
        title={`There is no tenant ${id}`}
        actions={<ActionButton href="/tenant">Show all tenants</ActionButton>}
      >
        It may have been deleted, or the address is not complete.
      </StatePanel>
    </PageFrame>
  );
}
