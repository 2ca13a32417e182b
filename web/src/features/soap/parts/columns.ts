import { styled } from '../../../ui/styled.ts';

const oneColumn = '@media (max-width:1100px)';
/** Heights of the bar above the page and of what is below its last block, with some air. */
const BELOW_BAR = 64;
const ABOVE_END = 72;

/** The form, and what came of it beside it; below each other where there is no room. */
export const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,5fr) minmax(0,7fr)',
  alignItems: 'start',
  gap: 16,
  '& > *': { minWidth: 0 },
  [oneColumn]: { gridTemplateColumns: 'minmax(0,1fr)' },
});

/** Stays in sight beside a long form. */
export const Side = styled('div')({
  position: 'sticky',
  top: BELOW_BAR,
  maxHeight: `calc(100vh - ${BELOW_BAR + ABOVE_END}px)`,
  overflowY: 'auto',
  scrollMarginTop: BELOW_BAR,
  [oneColumn]: { position: 'static', maxHeight: 'none', overflowY: 'visible' },
});
