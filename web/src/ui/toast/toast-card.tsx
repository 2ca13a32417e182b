import { mdiAlert, mdiCheckCircle, mdiClose, mdiCloseCircle, mdiInformation } from '@mdi/js';
import { styled } from '../theme/styled.ts';
import { useLayoutEffect, useRef, type FocusEvent } from 'react';
import { ActionButton } from '../action/action-button.tsx';
import { Icon } from '../display/icon.tsx';
import { IconButton } from '../action/icon-button.tsx';
import type { Toast } from './toast.ts';
import { color, font, meaningColor, radius, shadow } from '../theme/tokens.ts';

const icons = { good: mdiCheckCircle, notice: mdiInformation, warn: mdiAlert, bad: mdiCloseCircle } as const;

const Root = styled('div')({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 10,
  width: '100%',
  maxWidth: 440,
  marginInline: 'auto',
  padding: '11px 8px 11px 14px',
  borderRadius: radius.card,
  background: color.raised,
  border: `1px solid ${color.lineStrong}`,
  boxShadow: shadow.menu,
  // Sonner brings a font of its own.
  fontFamily: font.sans,
  fontSize: 13,
  lineHeight: '20px',
  color: color.text,
  '& > svg': { marginTop: 1 },
  '& > div': { flex: 1, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  '& small': { display: 'block', fontSize: 12, lineHeight: '16px', color: color.text2 },
  '& > button': { marginTop: -4, marginBottom: -4 },
});

/** One toast: meaning, text, detail, one action, close. */
export function ToastCard({ meaning, text, detail, action, onClose }: Toast & { onClose: () => void }) {
  const root = useRef<HTMLDivElement>(null);
  const before = useRef<EventTarget>(null);
  useLayoutEffect(() => {
    const { current: card } = root;
    return () => {
      // A closing toast removes its focused button; return the focus to where it came from.
      if (card?.contains(document.activeElement) && before.current instanceof HTMLElement) before.current.focus();
    };
  }, []);
  const onFocus = (event: FocusEvent) => {
    event.stopPropagation();
    const from = event.relatedTarget;
    if (from instanceof Element && !from.closest('[data-toast]')) before.current = from;
  };
  return (
    // Keep focus events from Sonner: see toaster.tsx.
    <Root ref={root} data-toast={meaning} onFocus={onFocus} onBlur={(event) => event.stopPropagation()}>
      <Icon path={icons[meaning]} size={18} color={meaningColor[meaning].main} />
      <div>
        <span>{text}</span>
        {detail ? <small>{detail}</small> : null}
      </div>
      {action ? (
        <ActionButton
          size="small"
          onClick={() => {
            onClose();
            action.onClick();
          }}
        >
          {action.label}
        </ActionButton>
      ) : null}
      <IconButton icon={mdiClose} label="Close message" onClick={onClose} />
    </Root>
  );
}
