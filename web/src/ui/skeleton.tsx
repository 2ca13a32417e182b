import { keyframes, styled } from './styled.ts';
import { color } from './tokens.ts';

const pulse = keyframes({ '50%': { opacity: 0.45 } });

/** A grey bar in the place and size of what is still loading; sizes in px or CSS. */
export const Skeleton = styled('span', {
  shouldForwardProp: (prop) => prop !== 'width' && prop !== 'height' && prop !== 'round',
})<{ width?: number | string; height?: number | string; round?: boolean }>(
  ({ width = '100%', height = 12, round }) => ({
    display: 'inline-block',
    verticalAlign: 'middle',
    width,
    height,
    maxWidth: '100%',
    borderRadius: round ? '50%' : 4,
    background: color.skeleton,
    '@media (prefers-reduced-motion: no-preference)': { animation: `${pulse} 1.6s ease-in-out infinite` },
  }),
);
