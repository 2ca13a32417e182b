import type { PlaceRow } from '@mission-control/contract/environments/calls';
import { numberText } from '@mission-control/contract/numbers';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { ROLE_WORDS } from './place-columns.tsx';

const Row = styled('dl')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px 32px',
  '& dt': { fontSize: 12, color: color.text3 },
  '& dd': { fontSize: 16, fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
});

/** Tenants by role, the members they report, and the versions that run. */
export function LoadFacts({ places }: { places: readonly PlaceRow[] }) {
  const tenantsOf = (role: string) =>
    new Set(places.filter((place) => place.role === role).map((place) => place.tenant_id)).size;
  const members = new Map(
    places.flatMap(({ tenant_id: id, members: count }) => (count === null ? [] : [[id, count] as const])),
  );
  const versions = [...new Set(places.flatMap(({ version }) => version ?? []))].toSorted();
  const facts = [
    ...Object.entries(ROLE_WORDS)
      .map(([role, word]) => [`${word} tenants`, tenantsOf(role)] as const)
      .filter(([, count]) => count > 0),
    ['Members', [...members.values()].reduce((sum, count) => sum + count, 0)] as const,
    ['Versions', versions.length === 0 ? 'Unknown' : versions.join(', ')] as const,
  ];
  return (
    <Row>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{typeof value === 'number' ? numberText(value) : value}</dd>
        </div>
      ))}
    </Row>
  );
}
