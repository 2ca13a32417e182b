import type { Calculation, LeftOut } from '@mission-control/contract/utopia/calculate';
import { inPounds } from '@mission-control/contract/utopia/prices';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, meaningColor } from '../../../ui/theme/tokens.ts';
import type { UtopiaView } from '../use-utopia-view.ts';
import { PriceLine, tenantsText } from './price-line.tsx';

interface CalculationsProps {
  calculations: readonly Calculation[];
  left: LeftOut;
  /** In ten-thousandths of a pound. */
  total: bigint;
  view: UtopiaView;
}

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '0 32px',
  '& > ul': { minWidth: 0 },
  '@media (max-width:1100px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});
const None = styled('p')({ fontSize: 13, color: color.text2 });
const Total = styled('p')({
  display: 'flex',
  alignItems: 'baseline',
  gap: 16,
  width: '100%',
  fontSize: 13,
  color: color.text2,
  flexWrap: 'wrap',
  '& > small': { fontSize: 12, color: meaningColor.warn.main },
  '& > output': {
    marginLeft: 'auto',
    fontSize: 20,
    lineHeight: '28px',
    fontWeight: 620,
    letterSpacing: '-.018em',
    color: color.text,
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
});

/** What each missing feature would bring a year, with price and basis to change, in two columns; and the sum. */
export function Calculations({ calculations, left, total, view }: CalculationsProps) {
  const half = Math.ceil(calculations.length / 2);
  const changed = view.prices !== undefined || view.bases !== undefined;
  return (
    <Card
      title="Calculations"
      subtitle={<span>What the features that tenants answer no for would bring, of the rows shown.</span>}
      actions={
        changed ? (
          <ActionButton variant="ghost" size="small" onClick={view.resetPrices}>
            Reset prices
          </ActionButton>
        ) : null
      }
      foot={
        <Total>
          Total
          <LeftOutOfIt left={left} />
          <output aria-label="Total">{inPounds(total)}</output>
        </Total>
      }
    >
      {calculations.length === 0 ? (
        <None>There is no feature that a shown tenant does not have.</None>
      ) : (
        <Columns>
          {[calculations.slice(0, half), calculations.slice(half)].map((part, index) => (
            <ul key={index} aria-label={`Features, column ${index + 1}`}>
              {part.map((calculation) => (
                <PriceLine key={calculation.feature} calculation={calculation} view={view} />
              ))}
            </ul>
          ))}
        </Columns>
      )}
    </Card>
  );
}

/** What the total does not count, in words; nothing when it counts everything. */
function LeftOutOfIt({ left: { centres, members, unpriced } }: { left: LeftOut }) {
  const parts = [
    ...(centres > 0 ? [`${tenantsText(centres)} without a number of centres`] : []),
    ...(members > 0 ? [`${tenantsText(members)} without a number of members`] : []),
    ...(unpriced.length > 0 ? [`${unpriced.join(', ')} without a price`] : []),
  ];
  return parts.length === 0 ? null : <small>Left out: {parts.join('; ')}</small>;
}
