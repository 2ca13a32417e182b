import { styled } from '../../../ui/styled.ts';
import { color, narrow, radius, shadow } from '../../../ui/tokens.ts';

export const Root = styled('div')({ position: 'relative' });

export const Box = styled('label')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: 32,
  padding: '0 8px 0 10px',
  borderRadius: radius.control,
  border: `1px solid ${color.lineStrong}`,
  background: color.inset,
  color: color.text3,
  cursor: 'text',
  '&:hover': { borderColor: color.control },
  '&:focus-within': { borderColor: color.accent, boxShadow: `0 0 0 1px ${color.accent}` },
  '& input': {
    flex: 1,
    minWidth: 0,
    height: '100%',
    padding: 0,
    border: 0,
    background: 'none',
    font: 'inherit',
    fontSize: 13,
    color: color.text,
    outline: 'none',
    '&:focus-visible': { boxShadow: 'none' },
    '&::placeholder': { color: color.text3, opacity: 1 },
  },
  [narrow]: { height: 40, '& input': { fontSize: 16 } },
});

export const Popup = styled('div')({
  position: 'absolute',
  zIndex: 1150,
  top: 'calc(100% + 6px)',
  left: 0,
  right: 0,
  padding: 4,
  borderRadius: radius.card,
  border: `1px solid ${color.lineStrong}`,
  background: color.raised,
  boxShadow: shadow.menu,
  '& ul': { maxHeight: 360, overflowY: 'auto', listStyle: 'none', margin: 0, padding: 0 },
});

export const Option = styled('li')({
  overflowWrap: 'anywhere',
  padding: '6px 10px',
  borderRadius: radius.control,
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 500,
  color: color.text,
  cursor: 'pointer',
  '&[aria-selected="true"]': { background: color.accentTint },
  [narrow]: { padding: '10px' },
});

export const Word = styled('p')({
  padding: '6px 10px',
  fontSize: 13,
  color: color.text3,
  '&:empty': { display: 'none' },
});
