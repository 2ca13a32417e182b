import Dialog from '@mui/material/Dialog';
import { use, useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from 'react';
import { MuiTheme } from '../theme/mui-theme.tsx';
import { styled } from '../theme/styled.ts';
import { color, narrow } from '../theme/tokens.ts';
import { BackContext } from './back-context.ts';

interface DialogFrameProps {
  open: boolean;
  title: ReactNode;
  /** Esc, outside click, or its own buttons. */
  onClose: () => void;
  /** Buttons: cancel first, action last. */
  foot: ReactNode;
  /** Makes the dialog a form; Enter submits it. */
  onSubmit?: () => void;
  /** In px. */
  width?: number;
  role?: 'dialog' | 'alertdialog';
  children?: ReactNode;
}

const Title = styled('h2')({
  padding: '20px 24px 0',
  fontSize: 16,
  lineHeight: '24px',
  fontWeight: 600,
  letterSpacing: '-.012em',
  overflowWrap: 'anywhere',
});
const Body = styled('div')({
  padding: '12px 24px 20px',
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  color: color.text2,
  overflowWrap: 'anywhere',
  overflowY: 'auto',
});
const Foot = styled('div')({
  display: 'flex',
  justifyContent: 'flex-end',
  flexWrap: 'wrap',
  gap: 8,
  padding: '16px 24px',
  borderTop: `1px solid ${color.line}`,
  [narrow]: { padding: '12px 16px' },
});
const Form = styled('form')({ display: 'flex', flexDirection: 'column', minHeight: 0 });

/** Maximum ms between the clicks of a double click. */
const DOUBLE_CLICK_MS = 500;

/** A modal dialog: title, body, foot. Traps the focus and restores it. */
export function DialogFrame(props: DialogFrameProps) {
  const { open, title, onClose, foot, onSubmit, width = 500, role = 'dialog', children } = props;
  const id = useId();
  const useCloseOnBack = use(BackContext);
  useCloseOnBack(open, onClose);
  const openedAt = useRef(0);
  useEffect(() => {
    if (open) openedAt.current = performance.now();
  }, [open]);
  // The second click of a double click lands on the backdrop of the dialog that the first one opened.
  const close = (event: { timeStamp?: number }, reason: string) => {
    if (reason === 'backdropClick' && (event.timeStamp ?? Infinity) - openedAt.current < DOUBLE_CLICK_MS) return;
    onClose();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit?.();
  };
  return (
    <MuiTheme>
      <Dialog
        open={open}
        onClose={close}
        aria-labelledby={id}
        slotProps={{ paper: { role, style: { maxWidth: width } } }}
      >
        <Form noValidate onSubmit={submit}>
          <Title id={id}>{title}</Title>
          {children ? <Body>{children}</Body> : <Body aria-hidden style={{ paddingBottom: 0 }} />}
          <Foot>{foot}</Foot>
        </Form>
      </Dialog>
    </MuiTheme>
  );
}
