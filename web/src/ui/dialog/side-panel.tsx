import { mdiClose } from '@mdi/js';
import FocusTrap from '@mui/material/Unstable_TrapFocus';
import { use, useId, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { useMediaQuery } from '../theme/media-query.ts';
import { styled } from '../theme/styled.ts';
import { color, narrow, shadow, wide } from '../theme/tokens.ts';
import { toastRoom } from '../toast/toast-room.ts';
import { BackContext } from './back-context.ts';
import { useFocusReturn } from './focus-return.ts';

interface SidePanelProps {
  open: boolean;
  title: ReactNode;
  /** One line under the title. */
  detail?: ReactNode;
  onClose: () => void;
  /** Cancel left, primary action right. */
  foot?: ReactNode;
  children: ReactNode;
}

const Scrim = styled('div')({
  position: 'fixed',
  inset: 0,
  zIndex: 1190,
  background: color.scrim,
  [wide]: { display: 'none' },
});
const Sheet = styled('div')({
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
  '@media (max-width:1279.95px)': { top: 0, boxShadow: shadow.dialog, paddingBottom: toastRoom },
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
const Foot = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  padding: '12px 20px',
  borderTop: `1px solid ${color.line}`,
});

/** A panel at the right: beside the content from 1280 px, modal over it below. Esc closes. */
export function SidePanel({ open, title, detail, onClose, foot, children }: SidePanelProps) {
  const id = useId();
  const beside = useMediaQuery('(min-width:1280px)');
  useFocusReturn(open);
  const useCloseOnBack = use(BackContext);
  useCloseOnBack(open, onClose);
  if (!open) return null;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <>
      <Scrim onClick={onClose} aria-hidden />
      <FocusTrap open disableEnforceFocus={beside} disableRestoreFocus>
        <Sheet
          data-side-panel
          role="dialog"
          aria-modal={beside ? undefined : true}
          aria-labelledby={id}
          tabIndex={-1}
          onKeyDown={onKey}
        >
          <Head>
            <div>
              <h2 id={id}>{title}</h2>
              {detail ? <p>{detail}</p> : null}
            </div>
            <IconButton icon={mdiClose} label="Close" size={32} onClick={onClose} />
          </Head>
          <Body>{children}</Body>
          {foot ? <Foot>{foot}</Foot> : null}
        </Sheet>
      </FocusTrap>
    </>
  );
}
