import { mdiPuzzleOutline } from '@mdi/js';
import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
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

/** Has more to show than where it runs. Cards of one row have one height, so the others stand in rows of their own. */
const isRich = ({ service }: ConfiguredService): boolean =>
  service.hasSwitches || findConfigKind(service.slug) !== undefined;

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
  const card = (entry: ConfiguredService) => {
    const { slug } = entry.service;
    const shared = { tenant, entry, names, onPatch, onCommit };
    if (slug !== 'coursepro') return <ServiceCard key={slug} {...shared} />;
    return (
      <div key={slug} data-whole-row>
        <CourseproCard {...shared} />
      </div>
    );
  };
  return (
    <>
      {[services.filter(isRich), services.filter((entry) => !isRich(entry))].map((some, at) =>
        some.length === 0 ? null : <Cards key={at === 0 ? 'rich' : 'plain'}>{some.map(card)}</Cards>,
      )}
    </>
  );
}
