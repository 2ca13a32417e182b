import { styled } from '../../../ui/theme/styled.ts';
import { color, narrow } from '../../../ui/theme/tokens.ts';

/** Fields beside a preview. */
export const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) minmax(0,560px)',
  gap: 16,
  alignItems: 'start',
  '@media (max-width:1200px)': { gridTemplateColumns: 'minmax(0,1fr)' },
  [narrow]: { gap: 12 },
});

export const Stack = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  minWidth: 0,
  [narrow]: { gap: 12 },
});

export const InSight = styled(Stack)({
  position: 'sticky',
  top: 64,
  '@media (max-width:1200px)': { position: 'static' },
});

export const Fields = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16 });

export const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0,1fr))',
  gap: 16,
  alignItems: 'start',
  '@media (max-width:560px)': { gridTemplateColumns: 'minmax(0,1fr)' },
});

export const Quiet = styled('p')({ fontSize: 12, lineHeight: '16px', color: color.text3 });
