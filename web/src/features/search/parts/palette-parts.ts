import { styled } from '../../../ui/styled.ts';
import { color, narrow, radius, touch } from '../../../ui/tokens.ts';

export const List = styled('div')({
  flex: '0 1 auto',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollPaddingBlock: 6,
  '&:not(:empty)': { padding: '0 6px 6px' },
});

export const Heading = styled('div')({
  padding: '10px 8px 4px',
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 500,
  color: color.text3,
  overflowWrap: 'anywhere',
});

export const Option = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 32,
  padding: '6px 8px',
  borderRadius: radius.control,
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 500,
  color: color.text,
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  scrollMarginTop: 32,
  '& svg': { color: color.text3 },
  '&[aria-selected="true"]': { background: color.accentTint },
  '&[aria-selected="true"] svg': { color: color.accent },
  '& mark': { background: 'none', color: color.accent, fontWeight: 650 },
  [narrow]: { minHeight: 44 },
  [touch]: { minHeight: 44 },
});

export const Foot = styled('div')({
  display: 'flex',
  gap: 16,
  padding: '8px 14px',
  borderTop: `1px solid ${color.line}`,
  fontSize: 12,
  lineHeight: '16px',
  color: color.text3,
  '& span': { display: 'flex', alignItems: 'center', gap: 6 },
  [narrow]: { display: 'none' },
  [touch]: { display: 'none' },
});
