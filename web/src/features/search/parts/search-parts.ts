import { searchBox, searchInput } from '../../../ui/search-box.ts';
import { styled } from '../../../ui/styled.ts';
import { color, narrow, radius, shadow } from '../../../ui/tokens.ts';

export const Root = styled('div')({ position: 'relative' });

export const Box = styled('label')({
  ...searchBox,
  padding: '0 8px 0 10px',
  '& input': searchInput,
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
