import { coveringCertificate } from '@mission-control/contract/services/rules';
import type { Placement, PlacementProposal } from '@mission-control/contract/services/schema';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { countText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, narrow } from '../../../ui/theme/tokens.ts';
import { ENVIRONMENT_ROLES } from '../service-places.ts';
import type { CatalogueService } from '../tenant-services.ts';
import { placementsOf, proposalFor } from './use-add-service.ts';

const Section = styled('fieldset')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 12,
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { padding: 0, marginBottom: 8, fontSize: 13, fontWeight: 500, color: color.text2 },
  '& > p': { gridColumn: '1 / -1', margin: 0, fontSize: 12, lineHeight: '16px', color: color.text3 },
  [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
});

const Wide = styled('div')({ gridColumn: '1 / -1' });

interface PlacementFieldsProps {
  tenant: TenantDetail;
  service: CatalogueService;
  /** Changes to the proposal. */
  chosen: Placement;
  onChoose: (placement: Placement) => void;
}

/** Placement of a new service: the proposal, editable. */
export function PlacementFields({ tenant, service, chosen, onChoose }: PlacementFieldsProps) {
  const query = useQuery(placementsOf(tenant));
  return (
    <QueryView
      query={query}
      errorTitle="The places could not be loaded"
      loading={<Skeleton height={120} />}
      empty={{ when: (read) => proposalFor(read, service) === undefined, show: null }}
    >
      {(read) => {
        const proposal = proposalFor(read, service);
        return proposal ? (
          <Section>
            <legend>Where it goes</legend>
            {ENVIRONMENT_ROLES.map(({ role, key, label }) => (
              <PlaceField
                key={key}
                label={label}
                region={tenant.region.region_name}
                proposal={proposal[role]}
                chosen={chosen[key]}
                onChoose={(id) => onChoose({ ...chosen, [key]: id })}
              />
            ))}
            <Wide>
              <TextField
                label="Domain"
                mono
                value={chosen.domain ?? proposal.domain}
                help={coverOf(proposal, chosen.domain ?? proposal.domain)}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                inputMode="url"
                onChange={({ target }) => onChoose({ ...chosen, domain: target.value })}
              />
            </Wide>
            <p>{startOf(proposal)}</p>
          </Section>
        ) : null;
      }}
    </QueryView>
  );
}

interface PlaceFieldProps {
  label: string;
  region: string;
  /** Null: the service has no such place. */
  proposal: PlacementProposal['web'];
  /** Undefined: as proposed. */
  chosen: number | null | undefined;
  onChoose: (id: number | null) => void;
}

function PlaceField({ label, region, proposal, chosen, onChoose }: PlaceFieldProps) {
  if (proposal === null) return null;
  const value = chosen === undefined ? proposal.proposed : chosen;
  const options = proposal.choices.map(({ _id, environment_name: name, services }) => ({
    value: String(_id),
    label: `${name} (${countText(services, 'service')})`,
  }));
  return (
    <SelectField
      label={label}
      options={[{ value: '', label: 'None' }, ...options]}
      value={value === null ? '' : String(value)}
      help={options.length === 0 ? `${region} has none for this service.` : undefined}
      onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}
    />
  );
}

function coverOf({ certificates }: PlacementProposal, domain: string): string | undefined {
  if (certificates === null) return undefined;
  const found = coveringCertificate(certificates, domain);
  return found ? `Covered by the certificate ${found.certificate_name}.` : 'No certificate covers this domain.';
}

function startOf({ settings }: PlacementProposal): string | null {
  if (settings === null) return null;
  const begin = settings === 0 ? 'empty' : `with ${countText(settings, 'setting')} of the default template`;
  return `Its config starts ${begin}, and reaches the servers once it is committed.`;
}
