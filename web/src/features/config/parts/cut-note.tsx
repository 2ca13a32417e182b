import { numberText } from '@mission-control/contract/numbers';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';

const Note = styled('small')({
  flex: 'none',
  padding: '0 6px',
  border: `1px solid ${color.line}`,
  borderRadius: 4,
  fontSize: 11,
  lineHeight: '16px',
  color: color.text2,
  whiteSpace: 'nowrap',
});

/** States that a value is truncated [CFG-02]; nothing without a length. */
export function CutNote({ length }: { length: number | null }) {
  if (length === null) return null;
  return <Note title="The setting's dialog shows all of it">cut, {numberText(length)} characters</Note>;
}
