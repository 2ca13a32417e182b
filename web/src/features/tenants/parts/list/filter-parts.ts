import { Panel } from '../../../../ui/layout/panel.tsx';
import { styled } from '../../../../ui/theme/styled.ts';
import { color, narrow, radius } from '../../../../ui/theme/tokens.ts';

/** Two columns of groups; one on a phone. */
export const Groups = styled(Panel)({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 9fr) minmax(0, 11fr)',
  gap: '0 24px',
  padding: '10px 16px',
  '& > div': { display: 'flex', flexDirection: 'column', minWidth: 0 },
  '@media (max-width: 1000px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  [narrow]: { padding: '8px 12px' },
});

export const GroupRoot = styled('div')({
  display: 'grid',
  gridTemplateColumns: '116px minmax(0, 1fr)',
  alignItems: 'start',
  '[data-first] > &': { gridTemplateColumns: '80px minmax(0, 1fr)' },
  [narrow]: { '&, [data-first] > &': { gridTemplateColumns: 'minmax(0, 1fr)', paddingBottom: 6 } },
});

export const GroupName = styled('h2')({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 32,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 500,
  color: color.text2,
  '& em': {
    fontStyle: 'normal',
    fontSize: 11,
    padding: '0 5px',
    borderRadius: 8,
    background: color.accentTint,
    color: color.accentText,
    fontVariantNumeric: 'tabular-nums',
  },
  [narrow]: { minHeight: 28 },
});

export const Chips = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 4,
  padding: '3px 0',
  minWidth: 0,
  '& > span': { fontSize: 12, lineHeight: '26px', color: color.text3 },
  '&[data-open]': { maxHeight: 232, overflowY: 'auto', marginBottom: 4 },
});

/** Above the choices of an open group, also while they scroll. */
export const ChipsHead = styled('div')({
  position: 'sticky',
  zIndex: 1,
  top: -3,
  flexBasis: '100%',
  minWidth: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  padding: '1px 1px 4px',
  background: color.surface,
});

/** Unfolds a group. */
export const More = styled('button')({
  flex: 'none',
  height: 26,
  padding: '0 6px',
  border: 0,
  borderRadius: radius.control,
  background: 'none',
  fontSize: 12,
  whiteSpace: 'nowrap',
  color: color.accent,
  cursor: 'pointer',
  '&:hover': { textDecoration: 'underline' },
  [narrow]: { height: 36 },
});
