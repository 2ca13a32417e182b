import { styled } from '../theme/styled.ts';
import { color, panelSurface, radius } from '../theme/tokens.ts';

/** A row of controls above a table or list; it wraps. A child with `marginLeft: auto` moves to the right. */
export const Toolbar = styled('div')({ display: 'flex', alignItems: 'center', gap: 8, flexWrap: 'wrap' });

/** A box set into the surface. */
export const Inset = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 6,
  padding: '10px 12px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  background: color.inset,
  fontSize: 13,
  '& p': { color: color.text2 },
});

/** The entries of one day: a heading and a list. */
export const DaySection = styled('section')({
  '& > h2': {
    padding: '8px 16px',
    fontSize: 12,
    lineHeight: '16px',
    fontWeight: 500,
    color: color.text3,
    background: color.bg,
    borderBottom: `1px solid ${color.line}`,
  },
  '&:not(:first-of-type) > h2': { borderTop: `1px solid ${color.line}` },
  '& > ol': { listStyle: 'none' },
});

/** A raised surface with a hairline. */
export const Panel = styled('section')({
  ...panelSurface,
  minWidth: 0,
});
