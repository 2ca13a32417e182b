import type { ReleaseService } from '@mission-control/contract/releases/catalogue';
import { findService } from '@mission-control/contract/services/catalogue';
import { ServiceBlock } from '../../../ui/service-block.tsx';

/** The services of tenants that are released under names of their own. */
const TENANT_SERVICES: Readonly<Record<string, string>> = {
  'coursepro-only': 'coursepro',
  'home-portal': 'homeportal',
  strive: 'strive',
  'strive-api': 'strive',
  'strive-client': 'strive',
  'insight-uk': 'insight',
  'insight-us': 'insight',
};

/** The letter block of what is released; the same as everywhere where it is a service of tenants. */
export function ServiceMark({ service }: { service: ReleaseService }) {
  const known = findService(TENANT_SERVICES[service.value] ?? '');
  return (
    <ServiceBlock letter={known?.letter ?? service.app.charAt(0).toUpperCase()} hue={known?.slug ?? service.app} />
  );
}
