import { mdiTrashCanOutline } from '@mdi/js';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { Suspense, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { CatalogueService } from '../tenant-services.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';

const Dialog = lazyPart(() => import('./delete-service-dialog.tsx').then((file) => file.DeleteServiceDialog));

interface DeleteServiceProps {
  tenant: TenantDetail;
  service: CatalogueService;
}

/** In the head of a card: the way to take the service from the tenant. */
export function DeleteService({ tenant, service }: DeleteServiceProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={mdiTrashCanOutline}
        label={`Delete ${service.displayName}`}
        size={32}
        aria-haspopup="dialog"
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
