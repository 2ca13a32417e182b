import { Panel } from './panel.tsx';
import { keyframes, styled } from '../theme/styled.ts';
import { color } from '../theme/tokens.ts';

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });

/** A small spinner inside a busy control. */
export const Spinner = styled('span', ['size'])<{ size?: number }>(({ size = 14 }) => ({
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

const pulse = keyframes({ '50%': { opacity: 0.45 } });

/** A grey bar in place of loading content, at its size; sizes in px or CSS. */
export const Skeleton = styled('span', ['width', 'height', 'round'])<{
  width?: number | string;
  height?: number | string;
  round?: boolean;
}>(({ width = '100%', height = 12, round }) => ({
  display: 'inline-block',
  verticalAlign: 'middle',
  width,
  height,
  maxWidth: '100%',
  borderRadius: round ? '50%' : 4,
  background: color.skeleton,
  '@media (prefers-reduced-motion: no-preference)': { animation: `${pulse} 1.6s ease-in-out infinite` },
}));

interface LoadingPanelProps {
  /** What is being read, for screen readers. */
  label: string;
  rows?: number;
  /** Of each row, in px. */
  rowHeight?: number;
  /** Minimum total height, in px. */
  height?: number;
  /** One line per row. */
  plain?: boolean;
}

const Row = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: 10,
  padding: '0 16px',
  '& + &': { borderTop: `1px solid ${color.lineSoft}` },
});

/** Placeholder of a loading panel, at its size. */
export function LoadingPanel({ label, rows = 3, rowHeight = 64, height, plain = false }: LoadingPanelProps) {
  return (
    <Panel aria-label={label} aria-busy style={{ minHeight: height }}>
      {Array.from({ length: rows }, (_, row) => (
        <Row key={row} style={{ height: rowHeight }}>
          <Skeleton width={`${60 - (row % 3) * 12}%`} />
          {plain ? null : <Skeleton width={`${34 + (row % 2) * 8}%`} height={10} />}
        </Row>
      ))}
    </Panel>
  );
}
