import { mdiOpenInNew, mdiPencilOutline } from '@mdi/js';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { IconButton } from '../../../../ui/action/icon-button.tsx';
import { Icon } from '../../../../ui/display/icon.tsx';
import { Link } from '../../../../ui/action/link.tsx';
import { monoText } from '../../../../ui/theme/tokens.ts';
import type { CatalogueService } from '../../tenant-services.ts';

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

/** The site of a service, by its host; opens in a tab of its own. */
export function ServiceLink({ url }: { url: string | null }) {
  if (url === null) return <span>No domain</span>;
  return (
    <Link
      variant="plain"
      href={url}
      target="_blank"
      title={url}
      style={{ ...monoText, fontSize: 12, display: 'inline-flex', alignItems: 'center', gap: 4, minWidth: 0 }}
    >
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
      </span>
      <Icon path={mdiOpenInNew} size={12} label="opens in a new tab" />
    </Link>
  );
}
