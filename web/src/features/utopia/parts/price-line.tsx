import { countedBy, type Calculation } from '@mission-control/contract/utopia/calculate';
import { BASES, inPounds, isBasis, PRICE_FAULT } from '@mission-control/contract/utopia/prices';
import { styled } from '../../../ui/theme/styled.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { color, narrow } from '../../../ui/theme/tokens.ts';
import type { UtopiaView } from '../use-utopia-view.ts';

const Line = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 80px 164px minmax(92px, max-content)',
  gap: 8,
  alignItems: 'center',
  minHeight: 48,
  padding: '6px 0',
  borderBottom: `1px solid ${color.lineSoft}`,
  [narrow]: { gridTemplateColumns: '104px minmax(0, 1fr)', padding: '10px 0' },
});
const Name = styled('div')({
  minWidth: 0,
  fontSize: 13,
  fontWeight: 550,
  '& > small': { display: 'block', fontSize: 12, lineHeight: '16px', fontWeight: 400, color: color.text3 },
  [narrow]: { gridColumn: '1 / -1' },
});
/** The rows that a number counts, one click away. */
const Those = styled('button')({
  padding: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  color: color.accent,
  cursor: 'pointer',
  '&:hover': { textDecoration: 'underline' },
  [narrow]: { minHeight: 24 },
});
const Value = styled('output')({
  textAlign: 'right',
  fontSize: 13,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  [narrow]: { gridColumn: '1 / -1' },
});

/** One feature: how many tenants lack it, its price and basis, and what it would bring. */
export function PriceLine({ calculation, view }: { calculation: Calculation; view: UtopiaView }) {
  const { feature, title, price, basis, value } = calculation;
  return (
    <Line aria-label={title}>
      <Name>
        {title}
        <small>
          <Those
            type="button"
            title={`Show the tenants without ${title}`}
            onClick={() => view.setFilter(feature, ['no'])}
          >
            {tenantsText(calculation.tenants)}
          </Those>
          {leftOutText(calculation)}
        </small>
      </Name>
      <TextField
        label={`Price of ${title}`}
        hideLabel
        type="number"
        min={0}
        step={0.0001}
        value={price}
        error={value === null ? PRICE_FAULT : null}
        onChange={(event) => view.setPrice(feature, event.target.value)}
      />
      <SelectField
        label={`Basis of ${title}`}
        hideLabel
        options={BASES}
        value={basis}
        onChange={(event) => {
          if (isBasis(event.target.value)) view.setBasis(feature, event.target.value);
        }}
      />
      <Value aria-label={`Value of ${title}`}>{value === null ? '—' : inPounds(value)}</Value>
    </Line>
  );
}

function leftOutText({ uncounted, basis }: Calculation): string {
  if (uncounted === 0) return '';
  return `, ${uncounted.toLocaleString('en-GB')} left out: no number of ${countedBy(basis) ?? 'tenants'}`;
}

export const tenantsText = (count: number): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? 'tenant' : 'tenants'}`;
