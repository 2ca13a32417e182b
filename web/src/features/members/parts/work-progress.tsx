import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Spinner } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { prefersReducedMotion, color } from '../../../ui/theme/tokens.ts';

interface WorkProgressProps {
  title: string;
  /** The server's work after the upload. */
  then: string;
  /** In bytes; `all` is 0 until known. */
  sent: number;
  all: number;
  onCancel: () => void;
}

const Root = styled('div')({
  flex: 1,
  minWidth: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) auto',
  alignItems: 'center',
  gap: '8px 16px',
  fontSize: 13,
  '& > div:first-of-type': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 12px', minWidth: 0 },
  '& b': { fontWeight: 600, overflowWrap: 'anywhere', color: color.text },
  '& [role="status"]': { display: 'flex', alignItems: 'center', gap: 8, color: color.text2 },
  '& span': { fontVariantNumeric: 'tabular-nums' },
});
const Track = styled('div')({
  gridColumn: '1 / -1',
  height: 4,
  borderRadius: 2,
  background: color.skeleton,
  overflow: 'hidden',
  '& > i': {
    display: 'block',
    height: '100%',
    background: color.accent,
    transition: 'width 120ms ease-out',
    [prefersReducedMotion]: { transition: 'none' },
  },
});

/** Progress of an upload, then of the server's work. */
export function WorkProgress({ title, then, sent, all, onCancel }: WorkProgressProps) {
  const arrived = all > 0 && sent >= all;
  const share = all === 0 ? 0 : Math.round((sent / all) * 100);
  return (
    <Root>
      <div>
        <b>{title}</b>
        <span role="status">
          {arrived ? <Spinner aria-hidden /> : null}
          {arrived ? then : 'Sending…'}
        </span>
        {arrived || all === 0 ? null : (
          <span>
            {megabytes(sent)} of {megabytes(all)} MB
          </span>
        )}
      </div>
      <ActionButton size="small" onClick={onCancel}>
        Cancel
      </ActionButton>
      <Track role="progressbar" aria-label={title} aria-valuemin={0} aria-valuemax={100} aria-valuenow={share}>
        <i style={{ width: `${share}%` }} />
      </Track>
    </Root>
  );
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
