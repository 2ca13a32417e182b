import { styled } from './styled.ts';
import { color } from './tokens.ts';

/** A key of the keyboard. */
export const Kbd = styled('kbd')({
  font: 'inherit',
  fontSize: 11,
  lineHeight: '16px',
  fontWeight: 500,
  color: color.text3,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: 4,
  padding: '0 5px',
  background: color.raised,
  whiteSpace: 'nowrap',
  '@media (pointer: coarse), (max-width: 700px)': { display: 'none' },
});
