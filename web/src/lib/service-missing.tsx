import { mdiPuzzleOutline } from '@mdi/js';
import type { Service } from '@mission-control/contract/services/catalogue';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { ActionButton } from '../ui/action-button.tsx';
import { StatePanel } from '../ui/state-panel.tsx';

/** The tenant lacks the service; the speed dial on its page adds it. */
export function ServiceMissing({ tenant, service }: { tenant: TenantDetail; service: Service }) {
  return (
    <StatePanel
      framed
      icon={mdiPuzzleOutline}
      title={`${tenant.tenant_name} has no ${service.displayName} service`}
      actions={
        <ActionButton variant="primary" href={`/tenant/${tenant._id}`}>
          {`Go to ${tenant.tenant_name}`}
        </ActionButton>
      }
    >
      It can be added on the page of the tenant with Add service.
    </StatePanel>
  );
}
