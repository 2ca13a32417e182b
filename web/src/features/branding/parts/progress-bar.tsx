import { styled } from '../../../ui/styled.ts';
import { color } from '../../../ui/tokens.ts';

interface ProgressBarProps {
  label: string;
  done: number;
  total: number;
}

const Track = styled('div')({
  height: 6,
  borderRadius: 3,
  background: color.lineSoft,
  overflow: 'hidden',
  '& > i': { display: 'block', height: '100%', background: color.accent, transition: 'width 120ms ease-out' },
});

/** How much of a known number of things is done. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  return (
    <Track role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={total} aria-valuenow={done}>
      <i style={{ width: `${total === 0 ? 0 : (done / total) * 100}%` }} />
    </Track>
  );
}
