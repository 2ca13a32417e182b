import type { Slice } from '@mission-control/contract/dashboard/schema';
import { useQuery } from '@tanstack/react-query';
import { ColumnChart } from '../../../ui/column-chart.tsx';
import { RingChart } from '../../../ui/ring-chart.tsx';
import { ShareBars } from '../../../ui/share-bars.tsx';
import { styled } from '../../../ui/styled.ts';
import { narrow } from '../../../ui/tokens.ts';
import { ageQuery, genderQuery } from '../queries.ts';
import { SlicesCard } from './slices-card.tsx';

const Charts = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: 16,
  '@media (max-width:1180px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 },
});

interface MemberChartsProps {
  tenant: number | undefined;
  /** Comes with the numbers of the tiles; undefined while they are read. */
  distribution: readonly Slice[] | undefined;
}

/** Members by gender, by age, and by where in their course life they are. */
export function MemberCharts({ tenant, distribution }: MemberChartsProps) {
  const gender = useQuery(genderQuery(tenant));
  const age = useQuery(ageQuery(tenant));
  return (
    <Charts>
      <SlicesCard title="Gender Split" head="Gender" most={6} slices={gender.data?.data} query={gender}>
        {(parts) => <RingChart parts={parts} unit="members" />}
      </SlicesCard>
      <SlicesCard title="Age Distribution" head="Age" most={10} slices={age.data?.data} query={age}>
        {(parts) => <ColumnChart parts={parts} unit="members" />}
      </SlicesCard>
      <SlicesCard title="Member Distribution" head="Where" most={7} slices={distribution}>
        {(parts) => <ShareBars parts={parts} unit="members" />}
      </SlicesCard>
    </Charts>
  );
}
