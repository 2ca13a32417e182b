import { numberText } from '@mission-control/contract/numbers';
import { styled } from '../theme/styled.ts';
import { color, narrow, radius } from '../theme/tokens.ts';

interface SegmentOption<Value extends string> {
  value: Value;
  label: string;
  /** Undefined while loading: its space is reserved. */
  count?: number | undefined;
}

interface SegmentProps<Value extends string> {
  label: string;
  options: readonly SegmentOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Frame of options beside each other: buttons or links. */
export const SegmentFrame = styled('div')({
  display: 'inline-flex',
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.control,
  background: color.inset,
  padding: 1,
  [narrow]: { flexWrap: 'wrap' },
  '& a': { display: 'grid', placeItems: 'center' },
  '& button, & a': {
    padding: '0 10px',
    height: 28,
    border: 0,
    background: 'none',
    fontSize: 12.5,
    fontWeight: 500,
    color: color.text2,
    borderRadius: 5,
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    '&:hover': { color: color.text },
    '&[aria-pressed="true"], &[aria-current]': {
      background: color.raised,
      color: color.text,
      boxShadow: `inset 0 0 0 1px ${color.lineStrong}`,
    },
    '&:focus-visible': { boxShadow: `0 0 0 2px ${color.accent}` },
    [narrow]: { height: 36 },
  },
});

/** As wide as a count of one digit. */
const Place = styled('span')({ display: 'inline-block', width: '1.25ch' });

/** A choice between a few filters or views, side by side. */
export function Segment<Value extends string>({ label, options, value, onChange }: SegmentProps<Value>) {
  return (
    <SegmentFrame role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count === undefined ? null : ` ${numberText(option.count)}`}
          {'count' in option && option.count === undefined ? <Place aria-hidden /> : null}
        </button>
      ))}
    </SegmentFrame>
  );
}
