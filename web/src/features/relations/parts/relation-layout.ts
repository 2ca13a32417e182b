import { styled } from '../../../ui/theme/styled.ts';
import { color, narrow } from '../../../ui/theme/tokens.ts';

export const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  '& > h2': {
    fontSize: 14,
    lineHeight: '20px',
    fontWeight: 600,
    marginRight: 'auto',
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
});

export const List = styled('ul')({ listStyle: 'none' });

export const Entry = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(80px, 220px) 160px minmax(0,1fr) auto',
  gap: '8px 12px',
  alignItems: 'start',
  padding: '10px 16px',
  fontSize: 13,
  '&:not(:last-child)': { borderBottom: `1px solid ${color.lineSoft}` },
  '& > b': { fontWeight: 550, lineHeight: '32px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > [data-tools]': { display: 'flex', gap: 4, alignItems: 'center' },
  '@media (max-width:900px)': {
    gridTemplateColumns: 'minmax(0,1fr)',
    gap: 8,
    padding: 12,
    '& > b': { lineHeight: '20px' },
    '& > [data-tools]': { justifyContent: 'space-between' },
  },
  [narrow]: { padding: 12 },
});
