import { styled } from '../../../ui/theme/styled.ts';
import { color, monoText, narrow } from '../../../ui/theme/tokens.ts';

export const Day = styled('section')({
  '& > h2': {
    padding: '8px 16px',
    fontSize: 12,
    lineHeight: '16px',
    fontWeight: 500,
    color: color.text3,
    background: color.bg,
    borderBottom: `1px solid ${color.line}`,
  },
  '&:not(:first-of-type) > h2': { borderTop: `1px solid ${color.line}` },
  '& > ol': { listStyle: 'none' },
});

export const Entry = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) auto',
  gap: '4px 16px',
  padding: '10px 16px',
  fontSize: 13,
  lineHeight: '20px',
  color: color.text2,
  '&:not(:last-child)': { borderBottom: `1px solid ${color.lineSoft}` },
  '& > p': { overflowWrap: 'anywhere' },
  '& b': { fontWeight: 550, color: color.text },
  '& > dl, & > div': { gridColumn: '1 / -1' },
  [narrow]: { padding: '10px 12px' },
});

export const When = styled('span')({ fontSize: 12, color: color.text3, whiteSpace: 'nowrap' });

export const Rows = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'minmax(80px, max-content) minmax(0,1fr)',
  gap: '4px 16px',
  fontSize: 12,
  '& > dt': { color: color.text3, overflowWrap: 'anywhere', maxWidth: 280 },
  '& > dd': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 8px',
    minWidth: 0,
    color: color.text3,
  },
  '& > dd > [role="group"]': { flex: 1, minWidth: 0 },
  [narrow]: { gridTemplateColumns: 'minmax(0,1fr)', gap: '2px' },
});

/** One side of a change. */
export const Side = styled('span')({
  ...monoText,
  fontSize: 12,
  overflowWrap: 'anywhere',
  textDecoration: 'none',
  color: color.text2,
  'del&': { color: color.removedText, textDecoration: 'line-through' },
  'ins&': { color: color.addedText },
});
