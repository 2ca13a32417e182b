import { deleteService } from '@mission-control/contract/services/calls';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { mdiTrashCanOutline } from '@mdi/js';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { Suspense, useState } from 'react';
import { IconButton } from '../../../ui/action/icon-button.tsx';
import type { CatalogueService } from '../tenant-services.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';

const Dialog = lazyPart(() => import('./delete-service-dialog.tsx').then((file) => file.DeleteServiceDialog));

interface DeleteServiceProps {
  tenant: TenantDetail;
  service: CatalogueService;
}

/** Menu in the head of a card for removing the service. */
export function DeleteService({ tenant, service }: DeleteServiceProps) {
  const [open, setOpen] = useState(false);
  const refusal = useRoleRefusal(deleteService, 'delete a service');
  return (
    <>
      <IconButton
        icon={mdiTrashCanOutline}
        label={`Delete ${service.displayName}`}
        size={32}
        aria-haspopup="dialog"
        disabledReason={refusal}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Suspense>
          <Dialog tenant={tenant} service={service} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
