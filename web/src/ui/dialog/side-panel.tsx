import { Dialog } from '@base-ui/react/dialog';
import { mdiClose } from '@mdi/js';
import { useRef, type ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { useMediaQuery } from '../theme/media-query.ts';
import { styled } from '../theme/styled.ts';
import { color, narrow, shadow, wide } from '../theme/tokens.ts';
import { toastHeight } from '../toast/toast-height.ts';
import { useDialog } from './use-dialog.ts';

interface SidePanelProps {
  open: boolean;
  title: ReactNode;
  /** One line under the title. */
  detail?: ReactNode;
  onClose: () => void;
  /** Cancel left, primary action right. */
  footer?: ReactNode;
  children: ReactNode;
}

const Scrim = styled(Dialog.Backdrop)({
  position: 'fixed',
  inset: 0,
  zIndex: 1190,
  background: color.scrim,
  [wide]: { display: 'none' },
});
const Sheet = styled(Dialog.Popup)({
  position: 'fixed',
  zIndex: 1200,
  top: 48,
  right: 0,
  bottom: 0,
  width: 416,
  maxWidth: '100%',
  display: 'flex',
  flexDirection: 'column',
  background: color.surface,
  borderLeft: `1px solid ${color.lineStrong}`,
  '&:focus-visible': { boxShadow: 'none' },
  '@media (max-width:1279.95px)': { top: 0, boxShadow: shadow.dialog, paddingBottom: toastHeight },
  [narrow]: { width: '100%', borderLeft: 0 },
});
const Head = styled('div')({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: 8,
  padding: '16px 12px 12px 20px',
  '& h2': { fontSize: 16, lineHeight: '24px', fontWeight: 600, letterSpacing: '-.012em' },
  '& p': { fontSize: 12, lineHeight: '16px', color: color.text3 },
});
const Body = styled('div')({
  padding: '0 20px 20px',
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  overflowY: 'auto',
});
const Footer = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  padding: '12px 20px',
  borderTop: `1px solid ${color.line}`,
});

/** A panel at the right: beside the content from 1280 px, modal over it below. Esc closes. */
export function SidePanel({ open, title, detail, onClose, footer, children }: SidePanelProps) {
  const beside = useMediaQuery('(min-width:1280px)');
  const dialog = useDialog(open, onClose);
  const place = useRef<HTMLDivElement>(null);
  if (!open) return null;
  return (
    <Dialog.Root {...dialog.root} modal={beside ? false : 'trap-focus'} disablePointerDismissal={beside}>
      <div ref={place} />
      {/* Inside the main landmark, to which it belongs for screen readers. */}
      <Dialog.Portal container={place}>
        <Scrim forceRender {...dialog.backdrop} />
        <Sheet {...dialog.popup} data-side-panel aria-modal={beside ? undefined : true}>
          <Head>
            <div>
              <Dialog.Title>{title}</Dialog.Title>
              {detail ? <p>{detail}</p> : null}
            </div>
            <IconButton icon={mdiClose} label="Close" size={32} onClick={onClose} />
          </Head>
          <Body>{children}</Body>
          {footer ? <Footer>{footer}</Footer> : null}
        </Sheet>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
