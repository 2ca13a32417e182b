import { styled } from '../../../ui/theme/styled.ts';
import { color, ellipsis, monoText, narrow } from '../../../ui/theme/tokens.ts';

/** Domains at the left, places and pending changes at the right. */
export const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) minmax(0,380px)',
  gap: 16,
  alignItems: 'start',
  '@media (max-width:1100px)': { gridTemplateColumns: 'minmax(0,1fr)' },
  [narrow]: { gap: 12 },
});

export const Stack = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0 });

export const Rows = styled('ul')({ listStyle: 'none', margin: '0 -16px -16px', borderTop: `1px solid ${color.line}` });

/** A domain; the bar at its left marks unsaved changes. */
export const Row = styled('li', ['changed'])<{ changed: boolean }>(({ changed }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) 92px 96px auto',
  gap: '8px 12px',
  alignItems: 'start',
  padding: '10px 12px 10px 16px',
  boxShadow: changed ? `inset 2px 0 0 ${color.accent}` : 'none',
  '&:not(:last-child)': { borderBottom: `1px solid ${color.lineSoft}` },
  '& > [data-cell]': { minHeight: 32, display: 'flex', alignItems: 'center' },
  [narrow]: {
    gridTemplateColumns: 'auto minmax(0,1fr) auto',
    padding: 12,
    '& > :first-of-type': { gridColumn: '1 / -1' },
    '& > [data-cell]': { minHeight: 40 },
  },
}));

export const Proposals = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 6,
  marginTop: 6,
  fontSize: 12,
  lineHeight: '16px',
  color: color.text2,
  '& code': { ...monoText, ...ellipsis, fontSize: 12 },
  '& > button': { maxWidth: '100%', minWidth: 0, flexShrink: 1 },
});

export const Fields = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12 });
