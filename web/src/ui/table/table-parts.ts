import { scrollSideways, styled } from '../theme/styled.ts';
import { color, meaningColor, narrow, radius } from '../theme/tokens.ts';

const edge = (value: string) => ({ '& > td:first-of-type': { boxShadow: `inset 2px 0 0 ${value}` } });

const edges = {
  '& tbody tr[data-edge="accent"]': edge(color.accent),
  '& tbody tr[data-edge="good"]': edge(meaningColor.good.main),
  '& tbody tr[data-edge="warn"]': edge(meaningColor.warn.main),
  '& tbody tr[data-edge="bad"]': edge(meaningColor.bad.main),
};

/** A row of a disabled item. */
const off = {
  '& tr[data-off] td': { color: color.text3, fontWeight: 400 },
  '& tr[data-off] [role="img"]': { filter: 'grayscale(1)' },
};

/** Height of ten rows that share the screen; everything above and below them takes 300 px. */
export const TALL_ROW = 'clamp(40px, (100vh - 300px) / 10, 52px)';

/** Scrolls sideways inside the panel. */
export const Scroller = styled('div')({
  ...scrollSideways({ sticky: true }),
  borderRadius: radius.card,
  '&:focus-visible': { boxShadow: `inset 0 0 0 2px ${color.accent}` },
});

/** The table of DataTable: fixed layout, widths from CSS variables of columns and cells. */
export const Grid = styled('table', ['dense'])<{ dense: boolean }>(({ dense }) => ({
  width: '100%',
  minWidth: 'var(--min)',
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'fixed',
  fontSize: 13,
  '& col': { width: 'var(--w)' },
  '& th, & td': { padding: dense ? '0 6px' : '0 8px', textAlign: 'left', verticalAlign: 'middle' },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: 16 },
  '& th:last-of-type, & td:last-of-type': { paddingRight: dense ? 12 : 16 },
  '& th': {
    position: 'relative',
    height: 40,
    fontSize: 12,
    lineHeight: '14px',
    fontWeight: 500,
    color: color.text3,
    borderBottom: `1px solid ${color.line}`,
  },
  '& tr': { '--row-tint': 'transparent' },
  '& td': {
    height: 'var(--row, 40px)',
    borderBottom: `1px solid ${color.lineSoft}`,
    color: color.text2,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    background: `linear-gradient(var(--row-tint), var(--row-tint)), ${color.surface}`,
  },
  '& td[data-wrap]': { whiteSpace: 'normal', overflowWrap: 'anywhere', paddingBlock: dense ? 6 : 8 },
  '& td[data-strong]': { color: color.text, fontWeight: 550 },
  ...off,
  '& [data-align="right"]': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& [data-align="center"]': { textAlign: 'center' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  '& tbody tr:hover': { '--row-tint': color.hover },
  '& tbody tr[data-opens]': { cursor: 'default', outline: 'none' },
  '& tbody tr[data-selected]': { '--row-tint': color.accentTint, ...edge(color.accent) },
  ...edges,
  '& tbody tr:focus-visible': {
    boxShadow: 'none',
    '--row-tint': color.accentTint,
    outline: `2px solid ${color.accent}`,
    outlineOffset: -2,
  },
  '& [data-sticky]': { position: 'sticky', left: 'var(--left)', zIndex: 2, background: color.surface },
  '& td[data-sticky]': { background: `linear-gradient(var(--row-tint), var(--row-tint)), ${color.surface}` },
  [narrow]: {
    minWidth: 'var(--min-n)',
    '& col': { width: 'var(--wn)' },
    '& td': { height: 48 },
    '& th:first-of-type, & td:first-of-type': { paddingLeft: 12 },
    '& [data-sticky]': { left: 'var(--left-n)' },
    '& [data-sticky="last"]': { borderRight: `1px solid ${color.lineStrong}` },
    '& td[data-sticky]': { whiteSpace: 'normal', lineHeight: '16px' },
    '& th[data-hide-narrow] span': { fontSize: 0 },
  },
}));

/** The head of a sortable column. */
export const SortButton = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 2,
  maxWidth: '100%',
  padding: '4px 0',
  border: 0,
  borderRadius: radius.small,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'inherit',
  cursor: 'pointer',
  // The arrow takes its space even while hidden; the head stays flush with the values of its column.
  '[data-align="right"] > &': { flexDirection: 'row-reverse' },
  '& > svg': { opacity: 0 },
  '&:hover': { color: color.text, '& > svg': { opacity: 0.5 } },
  '&:focus-visible > svg': { opacity: 0.5 },
  '&[data-active]': { color: color.text, '& > svg': { opacity: 1 } },
});

/** Grip at the right edge of a column's head. */
export const ResizeEdge = styled('span')({
  position: 'absolute',
  top: 0,
  right: 0,
  width: 8,
  height: '100%',
  // Above the hidden arrow of a right-aligned head beside it.
  zIndex: 1,
  cursor: 'col-resize',
  touchAction: 'none',
  '&::after': {
    content: '""',
    position: 'absolute',
    top: 10,
    bottom: 10,
    right: 0,
    width: 1,
    background: 'transparent',
  },
  '&:hover::after, &:active::after': { background: color.accent },
  [narrow]: { display: 'none' },
});
