import { styled } from '../theme/styled.ts';
import { monoText, color } from '../theme/tokens.ts';

/** A keyboard key. */
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

/** A key, host, version or hash. `small` in dense tables. */
export const Mono = styled('span', ['small'])<{ small?: boolean }>(({ small }) => ({
  ...monoText,
  ...(small ? { fontSize: 12 } : null),
}));
