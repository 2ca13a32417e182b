import { mdiAlert, mdiCheckCircle, mdiClose, mdiCloseCircle, mdiInformation } from '@mdi/js';
import { styled } from './styled.ts';
import { ActionButton } from './action-button.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import type { Toast } from './toast.ts';
import { color, font, meaningColor, radius, shadow } from './tokens.ts';

const icons = { good: mdiCheckCircle, notice: mdiInformation, warn: mdiAlert, bad: mdiCloseCircle } as const;

const Root = styled('div')({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 10,
  width: 440,
  maxWidth: 'calc(100vw - 24px)',
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
  return (
    <Root data-toast={meaning}>
      <Icon path={icons[meaning]} size={18} color={meaningColor[meaning].main} />
      <div>
        {text}
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
