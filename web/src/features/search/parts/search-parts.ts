import { searchBox, searchInput } from '../../../ui/field/search-field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, narrow, radius, shadow } from '../../../ui/theme/tokens.ts';

export const Root = styled('div')({ position: 'relative', [narrow]: { position: 'static' } });

export const Box = styled('label')({
  ...searchBox,
  padding: '0 8px 0 10px',
  '& input': searchInput,
  [narrow]: { height: 40, '& input': { fontSize: 16 } },
});

/** Below the input; full width on a phone. */
export const Popup = styled('div')({
  position: 'absolute',
  zIndex: 1150,
  top: 'calc(100% + 6px)',
  left: 0,
  right: 0,
  display: 'flex',
  flexDirection: 'column',
  maxHeight: 'min(560px, calc(100dvh - 72px))',
  borderRadius: radius.card,
  border: `1px solid ${color.lineStrong}`,
  background: color.raised,
  boxShadow: shadow.menu,
  overflow: 'hidden',
  [narrow]: { position: 'fixed', top: 52, left: 8, right: 8, maxHeight: 'calc(100dvh - 60px)' },
});

export const Note = styled('p')({ padding: '12px 14px', fontSize: 13, lineHeight: '20px', color: color.text2 });
