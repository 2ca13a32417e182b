import { styled } from '../../../ui/theme/styled.ts';
import { color, meaningColor, narrow, radius } from '../../../ui/theme/tokens.ts';

/** Height of a row. */
export const ROW_PX = 36;
/** Height of the part that scrolls, the head included. */
export const VIEW_PX = 460;

export const Scroller = styled('div')({
  maxHeight: VIEW_PX,
  overflow: 'auto',
  overflowAnchor: 'none',
  borderRadius: `${radius.card}px ${radius.card}px 0 0`,
  '&:focus-visible': { boxShadow: `inset 0 0 0 2px ${color.accent}` },
});

export const Foot = styled('div')({
  padding: '10px 16px',
  borderTop: `1px solid ${color.line}`,
  fontSize: 12,
  color: color.text2,
  fontVariantNumeric: 'tabular-nums',
});

/** Head and filters stay at the top, the tenant stays at the left. */
export const Grid = styled('table')({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'fixed',
  fontSize: 13,
  '& th, & td': { padding: '0 8px', textAlign: 'left', background: color.surface },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: 16 },
  '& th': {
    position: 'sticky',
    top: 0,
    zIndex: 3,
    height: 38,
    fontSize: 12,
    fontWeight: 500,
    color: color.text3,
  },
  '& tr[data-filters] > td': {
    position: 'sticky',
    top: 38,
    zIndex: 3,
    height: 38,
    paddingBottom: 8,
    borderBottom: `1px solid ${color.line}`,
  },
  '& tbody td': {
    height: ROW_PX,
    color: color.text2,
    borderBottom: `1px solid ${color.lineSoft}`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& tbody tr:hover > td': { background: color.raised },
  '& th[data-number], & tbody td[data-number]': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& td[data-answer="yes"]': { color: meaningColor.good.main },
  '& td[data-answer="no"]': { color: color.text3 },
  '& [data-lead]': { position: 'sticky', left: 0, zIndex: 2, borderRight: `1px solid ${color.line}` },
  '& thead [data-lead]': { zIndex: 4 },
  '& tbody [data-lead]': { fontWeight: 550, '& a': { color: color.text } },
  [narrow]: { '& [data-lead]': { position: 'static' }, '& thead [data-lead]': { position: 'sticky', left: 'auto' } },
});
