import { styled } from '../theme/styled.ts';
import { color, radius } from '../theme/tokens.ts';

/** A row of controls above a table or list; it wraps. A child with `marginLeft: auto` moves to the right. */
export const Toolbar = styled('div')({ display: 'flex', alignItems: 'center', gap: 8, flexWrap: 'wrap' });

/** A raised surface with a hairline. */
export const Panel = styled('section')({
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  minWidth: 0,
});
