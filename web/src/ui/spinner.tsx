import { keyframes, styled } from './styled.ts';

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });

/** A small turning ring inside a control that is at work. */
export const Spinner = styled('span')<{ size?: number }>(({ size = 14 }) => ({
  display: 'block',
  flex: 'none',
  width: size,
  height: size,
  borderRadius: '50%',
  border: '2px solid currentColor',
  borderRightColor: 'transparent',
  opacity: 0.85,
  animation: `${turn} 800ms linear infinite`,
}));
