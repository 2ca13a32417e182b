import { styled } from '../../../ui/theme/styled.ts';
import { color, ellipsis, meaningColor, narrow, radius, wide } from '../../../ui/theme/tokens.ts';

/** Cell sizes of the table, in px. */
export const ROW_PX = 36;
export const COLUMN_PX = 184;
export const NUMBER_PX = 76;

/** Height left between the head of the page and the footers. */
const VIEW = 'max(360px, calc(100dvh - 326px))';

/** Members and findings beside each other, or stacked on narrow screens. */
export const Side = styled('div')({
  display: 'grid',
  gap: 12,
  minWidth: 0,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > :first-of-type': { order: 1 },
  [wide]: { '&[data-found]': { gridTemplateColumns: 'minmax(0, 1fr) 340px', '& > :first-of-type': { order: 0 } } },
});
export const Scroller = styled('div')({
  height: VIEW,
  overflow: 'auto',
  overflowAnchor: 'none',
  // Keeps focused cells clear of the sticky row numbers.
  scrollPaddingLeft: NUMBER_PX,
  borderRadius: `${radius.card}px ${radius.card}px 0 0`,
  '&[data-short]': { height: 'auto' },
  '&:focus-visible': { boxShadow: `inset 0 0 0 2px ${color.accent}` },
  [narrow]: { height: '70dvh' },
});

const marked = (level: string, { main, tint, line }: { main: string; tint: string; line: string }) => ({
  [`& td[data-level="${level}"]`]: {
    background: `linear-gradient(${tint}, ${tint}), ${color.surface}`,
    boxShadow: `inset 0 0 0 1px ${line}`,
    '& svg': { color: main },
  },
  [`& tr[data-level="${level}"] > th`]: { color: main, boxShadow: `inset 2px 0 0 ${main}` },
});

/** The head sticks to the top, the row numbers to the left. */
export const Grid = styled('table')({
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'fixed',
  fontSize: 13,
  '& th, & td': { padding: '0 8px', textAlign: 'left', background: color.surface },
  '& thead th, & thead td': {
    position: 'sticky',
    top: 0,
    zIndex: 3,
    padding: '10px 8px',
    verticalAlign: 'top',
    fontWeight: 400,
    borderBottom: `1px solid ${color.line}`,
  },
  '& tbody td, & tbody th': { height: ROW_PX, borderBottom: `1px solid ${color.lineSoft}`, ...ellipsis },
  '& tbody td': { color: color.text },
  '& tbody td[data-ignored]': { color: color.text3 },
  '& tbody tr:hover > :not([data-level])': { background: color.raised },
  '& tbody tr > th:first-of-type': {
    position: 'sticky',
    left: 0,
    zIndex: 2,
    paddingRight: 12,
    fontWeight: 400,
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
    color: color.text3,
    borderRight: `1px solid ${color.line}`,
  },
  '& thead th:first-of-type': {
    left: 0,
    zIndex: 4,
    paddingRight: 12,
    textAlign: 'right',
    fontSize: 12,
    fontWeight: 500,
    color: color.text3,
    borderRight: `1px solid ${color.line}`,
  },
  '& td[data-level] svg': { display: 'inline-block !important', verticalAlign: '-2px', marginRight: 6 },
  ...marked('error', meaningColor.bad),
  ...marked('warning', meaningColor.warn),
});

export const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  minHeight: 52,
  padding: '6px 16px',
  borderTop: `1px solid ${color.line}`,
  fontSize: 12,
  color: color.text2,
  fontVariantNumeric: 'tabular-nums',
});
