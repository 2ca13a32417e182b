import { styled } from '../../../ui/styled.ts';

/** Two short fields beside each other, so that the button below them is in sight. */
export const FieldPair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0,1fr))',
  gap: 12,
  alignItems: 'start',
});
