import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode, SyntheticEvent } from 'react';
import { keyframes, styled } from '../theme/styled.ts';
import { color, narrow, radius, shadow } from '../theme/tokens.ts';
import { toastHeight } from '../toast/toast-height.ts';
import { useDialog } from './use-dialog.ts';
import { ActionButton } from '../action/action-button.tsx';

interface DialogFrameProps {
  open: boolean;
  title: ReactNode;
  /** Esc, outside click, or its own buttons. */
  onClose: () => void;
  /** Buttons: cancel first, action last. */
  footer: ReactNode;
  /** Makes the dialog a form; Enter submits it. */
  onSubmit?: () => void;
  /** In px. */
  width?: number;
  role?: 'dialog' | 'alertdialog';
  /** Shows something only once: neither Back, Esc nor a click outside closes it. */
  once?: boolean;
  children?: ReactNode;
}

/** Distance from the top of a wide screen. */
const UPPER = 'clamp(16px, 11vh, 112px)';

const fade = { transition: 'opacity 120ms ease-out', '&[data-starting-style]': { opacity: 0 } };
const Scrim = styled(Dialog.Backdrop)({ position: 'fixed', inset: 0, zIndex: 1300, background: color.scrim, ...fade });
// Near the top and clear of the toasts, which would cover its buttons; it moves up only when space is short.
const View = styled(Dialog.Viewport)({
  position: 'fixed',
  inset: 0,
  zIndex: 1300,
  display: 'flex',
  justifyContent: 'center',
  alignItems: 'flex-start',
  paddingBottom: toastHeight,
});
const Sheet = styled(Dialog.Popup)({
  display: 'flex',
  flexDirection: 'column',
  width: 'calc(100% - 32px)',
  maxHeight: `calc(100% - 16px - ${UPPER})`,
  margin: `${UPPER} 16px 16px`,
  overflowY: 'auto',
  background: color.raised,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.dialog,
  boxShadow: shadow.dialog,
  '&:focus-visible': { boxShadow: shadow.dialog },
  [narrow]: { marginTop: 16, maxHeight: 'calc(100% - 32px)' },
  ...fade,
});
const Title = styled(Dialog.Title)({
  padding: '20px 24px 8px',
  fontSize: 16,
  lineHeight: '24px',
  fontWeight: 600,
  letterSpacing: '-.012em',
  overflowWrap: 'anywhere',
});
const scrolled = keyframes({ '0%': { borderColor: 'transparent' }, '1%, 100%': { borderColor: color.line } });
const Body = styled('div')({
  padding: '3px 24px 20px',
  // A hairline below the title while content is scrolled under it, where browsers have scroll timelines.
  borderTop: '1px solid transparent',
  '@supports (animation-timeline: scroll())': { animation: `${scrolled} linear`, animationTimeline: 'scroll(self)' },
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  color: color.text2,
  overflowWrap: 'anywhere',
  overflowY: 'auto',
  // The minimum height of a tick box is below that of a wrapped label.
  '& > label': { flexShrink: 0 },
});
const Footer = styled('div')({
  display: 'flex',
  justifyContent: 'flex-end',
  flexWrap: 'wrap',
  gap: 8,
  padding: '16px 24px',
  borderTop: `1px solid ${color.line}`,
  [narrow]: { padding: '12px 16px' },
});
const Form = styled('form')({ display: 'flex', flexDirection: 'column', minHeight: 0 });

/** A modal dialog: title, body, footer. Traps the focus and restores it. */
export function DialogFrame(props: DialogFrameProps) {
  const { open, title, onClose, footer, onSubmit, width = 500, role = 'dialog', once = false, children } = props;
  const dialog = useDialog(open, onClose, once);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit?.();
  };
  if (!open) return null;
  return (
    <Dialog.Root {...dialog.root}>
      <Dialog.Portal>
        <Scrim forceRender />
        <View {...dialog.backdrop}>
          <Sheet {...dialog.popup} role={role} aria-modal style={{ maxWidth: width }}>
            <Form noValidate onSubmit={submit}>
              <Title>{title}</Title>
              {children ? <Body>{children}</Body> : <Body aria-hidden style={{ paddingBottom: 0 }} />}
              <Footer>{footer}</Footer>
            </Form>
          </Sheet>
        </View>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface FormFooterProps {
  /** Label of the submit button. */
  label: string;
  icon?: string;
  pending?: boolean;
  onClose: () => void;
}

/** The buttons of a form: Cancel and submit. */
export function FormFooter({ label, icon, pending = false, onClose }: FormFooterProps) {
  return (
    <>
      <ActionButton onClick={onClose}>Cancel</ActionButton>
      <ActionButton variant="primary" icon={icon} type="submit" pending={pending}>
        {label}
      </ActionButton>
    </>
  );
}
