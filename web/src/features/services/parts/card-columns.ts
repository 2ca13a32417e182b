import { styled } from '../../../ui/theme/styled.ts';

/** Full rows: as many cards per row as fit; those of the last row share its width. */
export const Cards = styled('div', ['inRow'])<{ inRow: number }>(({ inRow }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 16,
  // Overrides the card's height of 100%, which would refer to all rows together.
  '&& > *': { height: 'auto' },
  '& > *': { flex: `1 1 max(320px, calc(${100 / inRow}% - 16px))`, minWidth: 'min(100%, 320px)' },
}));

/** As many columns as fit in the card, whose width depends on an open side panel too. Fills the body of its card. */
export const Fit = styled('div')({ containerType: 'inline-size', flex: 1, display: 'flex', '& > *': { flex: 1 } });

/** CoursePro: facts, switches with the state of the config, log level. */
export const ThreeColumns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr)',
  gap: '16px 32px',
  '& > div': { display: 'flex', flexDirection: 'column', gap: 12 },
  '& > div > :last-child:not(:first-of-type)': { marginTop: 'auto' },
  '@container (min-width:640px)': {
    gridTemplateColumns: 'minmax(0,1fr) minmax(0,1fr)',
    '& > section': { gridColumn: '1 / -1' },
  },
  '@container (min-width:980px)': {
    gridTemplateColumns: 'minmax(0,1fr) minmax(0,1.1fr) minmax(0,1.1fr)',
    '& > section': { gridColumn: 'auto' },
  },
});

/** Other services: facts, then switches and the state of the config, aligned to the bottom of all cards in a row. */
export const TwoColumns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr)',
  gridTemplateRows: 'auto 1fr',
  gap: '12px 32px',
  '& > div': { display: 'flex', flexDirection: 'column', gap: 12, minWidth: 0 },
  '& > div > :last-child': { marginTop: 'auto' },
  '@container (min-width:680px)': {
    gridTemplateColumns: 'minmax(0,1fr) minmax(0,1fr)',
    gridTemplateRows: 'auto',
    '& > div > :only-child': { marginTop: 0 },
  },
});
