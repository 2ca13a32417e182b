import { mdiPuzzleOutline } from '@mdi/js';
import type { Service } from '@mission-control/contract/catalogue';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { pathTo } from './address/path-to.ts';
import { ActionButton } from '../ui/action/action-button.tsx';
import { StatePanel } from '../ui/layout/state-panel.tsx';

/** Shown when the tenant lacks the service; the speed dial on its page adds it. */
export function ServiceMissing({ tenant, service }: { tenant: TenantDetail; service: Service }) {
  return (
    <StatePanel
      framed
      icon={mdiPuzzleOutline}
      title={`${tenant.tenant_name} has no ${service.displayName} service`}
      actions={
        <ActionButton variant="primary" href={pathTo('/tenant/$id', { id: tenant._id })}>
          {`Go to ${tenant.tenant_name}`}
        </ActionButton>
      }
    >
      Use Add service on the tenant’s page.
    </StatePanel>
  );
}
