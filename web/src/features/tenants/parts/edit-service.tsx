import { mdiPencilOutline } from '@mdi/js';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { CatalogueService } from '../tenant-services.ts';

interface EditServiceProps {
  tenant: TenantDetail;
  service: CatalogueService;
}

/** In the head of a card: the way to the domains and environments of the service [TEN-36, TEN-49, TEN-50]. */
export function EditService({ tenant, service }: EditServiceProps) {
  return (
    <IconButton
      icon={mdiPencilOutline}
      label={`Edit ${service.displayName}`}
      size={32}
      href={`/tenant/${tenant._id}/${service.slug}`}
    />
  );
}
