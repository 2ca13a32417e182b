import { countedBy, type Calculation, type LeftOut } from '@mission-control/contract/utopia/calculate';
import { MISSING } from '@mission-control/contract/utopia/filters';
import { BASES, inPounds, isBasis, PRICE_FAULT } from '@mission-control/contract/utopia/prices';
import { countText, numberText } from '@mission-control/contract/numbers';
import { Fragment } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, meaningColor, narrow } from '../../../ui/theme/tokens.ts';
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
/** Filters the table to the rows that its number counts. */
const FilterLink = styled('button')({
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

/** One feature: the number of tenants without it, price, basis and value. */
function PriceLine({ calculation, view }: { calculation: Calculation; view: UtopiaView }) {
  const { feature, title, tenants, uncounted, price, basis, value } = calculation;
  const counted = countedBy(basis);
  return (
    <Line aria-label={title}>
      <Name>
        {title}
        <small>
          <FilterLink
            type="button"
            title={`Show the tenants without ${title}`}
            onClick={() => view.setFilter(feature, ['no'])}
          >
            {countText(tenants, 'tenant')}
          </FilterLink>
          {counted !== null && uncounted > 0 ? (
            <>
              ,{' '}
              <FilterLink
                type="button"
                title={`Show the tenants without ${title} and without a number of ${counted}`}
                onClick={() => view.addFilters({ [feature]: ['no'], [counted]: MISSING })}
              >
                {numberText(uncounted)} left out
              </FilterLink>
              : no number of {counted}
            </>
          ) : null}
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

/** The yearly revenue of each missing feature, with editable price and basis, and the sum. */
export function Calculations({ calculations, left, total, view }: CalculationsProps) {
  const half = Math.ceil(calculations.length / 2);
  const changed = view.prices !== undefined || view.bases !== undefined;
  return (
    <Card
      title="Calculations"
      subtitle={<span>Potential revenue from features that the shown tenants do not have.</span>}
      actions={
        changed ? (
          <ActionButton variant="ghost" size="small" onClick={view.resetPrices}>
            Reset prices
          </ActionButton>
        ) : null
      }
      footer={
        <Total>
          Total
          <LeftOutNote left={left} view={view} />
          <output aria-label="Total">{inPounds(total)}</output>
        </Total>
      }
    >
      {calculations.length === 0 ? (
        <None>All shown tenants have all features.</None>
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

/** What the total does not count. */
function LeftOutNote({ left: { unpriced, ...left }, view }: { left: LeftOut; view: UtopiaView }) {
  const missing = (['centres', 'members'] as const).filter((counted) => left[counted] > 0);
  if (missing.length === 0 && unpriced.length === 0) return null;
  return (
    <small>
      Left out:{' '}
      {missing.map((counted, place) => (
        <Fragment key={counted}>
          {place > 0 ? '; ' : ''}
          <FilterLink
            type="button"
            title={`Show the tenants without a number of ${counted}`}
            onClick={() => view.addFilters({ [counted]: MISSING })}
          >
            {countText(left[counted], 'tenant')}
          </FilterLink>{' '}
          without a number of {counted}
        </Fragment>
      ))}
      {unpriced.length > 0 ? `${missing.length > 0 ? '; ' : ''}${unpriced.join(', ')} without a price` : ''}
    </small>
  );
}
