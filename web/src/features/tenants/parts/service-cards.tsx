import { mdiPuzzleOutline } from '@mdi/js';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { TenantPatch } from '@mission-control/contract/tenants/patch';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { styled } from '../../../ui/styled.ts';
import { StatePanel } from '../../../ui/state-panel.tsx';
import type { ConfiguredService } from '../tenant-services.ts';
import { CourseproCard } from './coursepro-card.tsx';
import { ServiceCard } from './service-card.tsx';

const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
  gap: 16,
  '& > [data-whole-row]': { gridColumn: '1 / -1' },
});

interface ServiceCardsProps {
  tenant: TenantDetail;
  services: readonly ConfiguredService[];
  names: ReadonlyMap<number, string>;
  onPatch: (patch: TenantPatch) => void;
  /** Opens the review of a commit. */
  onCommit: (config: ConfigKindSlug) => void;
}

/** One card for each service of the tenant [TEN-28]. */
export function ServiceCards({ tenant, services, names, onPatch, onCommit }: ServiceCardsProps) {
  if (services.length === 0) {
    return <StatePanel framed icon={mdiPuzzleOutline} title="No services configured for tenant. Why not add some?" />;
  }
  return (
    <Cards>
      {services.map((entry) =>
        entry.service.slug === 'coursepro' ? (
          <div key={entry.service.slug} data-whole-row>
            <CourseproCard tenant={tenant} entry={entry} names={names} onPatch={onPatch} onCommit={onCommit} />
          </div>
        ) : (
          <ServiceCard
            key={entry.service.slug}
            tenant={tenant}
            entry={entry}
            names={names}
            onPatch={onPatch}
            onCommit={onCommit}
          />
        ),
      )}
    </Cards>
  );
}
