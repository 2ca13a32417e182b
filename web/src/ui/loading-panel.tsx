import { Panel } from './panel.tsx';
import { Skeleton } from './skeleton.tsx';
import { styled } from './styled.ts';
import { color } from './tokens.ts';

interface LoadingPanelProps {
  /** What is being read, for screen readers. */
  label: string;
  rows?: number;
  /** Of each row, in px. */
  rowHeight?: number;
  /** The least height of the whole, in px. */
  height?: number;
}

const Row = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: 10,
  padding: '0 16px',
  '& + &': { borderTop: `1px solid ${color.lineSoft}` },
});

/** Stands in the place and size of a panel that is still being read. */
export function LoadingPanel({ label, rows = 3, rowHeight = 64, height }: LoadingPanelProps) {
  return (
    <Panel aria-label={label} aria-busy style={{ minHeight: height }}>
      {Array.from({ length: rows }, (_, row) => (
        <Row key={row} style={{ height: rowHeight }}>
          <Skeleton width={`${60 - (row % 3) * 12}%`} />
          <Skeleton width={`${34 + (row % 2) * 8}%`} height={10} />
        </Row>
      ))}
    </Panel>
  );
}
