import { styled } from './styled.ts';
import { color, radius } from './tokens.ts';

/** A raised surface with a hairline. */
export const Panel = styled('section')({
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  minWidth: 0,
});
