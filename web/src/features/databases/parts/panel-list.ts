import { styled } from '../../../ui/styled.ts';
import { color, radius } from '../../../ui/tokens.ts';

/** A part of the panel with its heading. */
export const Part = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 8,
  fontSize: 13,
  color: color.text2,
  '& > h3': { fontSize: 13, lineHeight: '20px', fontWeight: 600, color: color.text },
  '& > *': { maxWidth: '100%' },
});

export const List = styled('ul')({
  alignSelf: 'stretch',
  listStyle: 'none',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '0 12px',
    minHeight: 36,
    padding: '6px 12px',
    overflowWrap: 'anywhere',
  },
  '& > li > *': { minWidth: 0 },
  '& > li:not(:last-child)': { borderBottom: `1px solid ${color.lineSoft}` },
  '& small': { fontSize: 12, color: color.text3 },
});
