import { styled } from './styled.ts';
import { color } from './tokens.ts';

/** A number in a small pill beside a title or tab. */
export const Count = styled('span')({
  fontSize: 11,
  lineHeight: '16px',
  fontWeight: 500,
  letterSpacing: 0,
  padding: '0 6px',
  borderRadius: 8,
  background: color.raised,
  color: color.text2,
  fontVariantNumeric: 'tabular-nums',
});
