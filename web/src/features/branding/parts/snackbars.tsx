import { styled } from '../../../ui/styled.ts';
import { ToastCard } from '../../../ui/toast-card.tsx';
import type { Snackbar } from '../use-snackbars.ts';

interface SnackbarsProps {
  shown: readonly Snackbar[];
  onClose: (id: number) => void;
}

const Root = styled('div')({
  position: 'fixed',
  left: 0,
  right: 0,
  bottom: 24,
  zIndex: 1400,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 8,
  padding: '0 12px',
  pointerEvents: 'none',
  '& > *': { pointerEvents: 'auto' },
});

/** The snackbars of a page, at the bottom, the newest lowest [RGN-06]. */
export function Snackbars({ shown, onClose }: SnackbarsProps) {
  return (
    <Root role="status" aria-label="Messages of this page">
      {shown.map(({ id, meaning, text }) => (
        <ToastCard key={id} meaning={meaning} text={text} onClose={() => onClose(id)} />
      ))}
    </Root>
  );
}
