import { numberText } from '@mission-control/contract/numbers';
import {
  useEffect,
  useRef,
  useSyncExternalStore,
  type FocusEvent,
  useEffectEvent,
  useState,
  useLayoutEffect,
} from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { ActionButton } from '../action/action-button.tsx';
import { usePageHidden } from '../display/now.ts';
import { styled } from '../theme/styled.ts';
import { createToastQueue } from './toast-queue.ts';
import { trackToastHeight, toastHeight } from './toast-height.ts';
import { presentToasts, type Toast } from './toast.ts';
import { narrow, color, font, meaningColor, radius, shadow } from '../theme/tokens.ts';
import { mdiAlert, mdiCheckCircle, mdiClose, mdiCloseCircle, mdiInformation } from '@mdi/js';
import { Icon } from '../display/icon.tsx';
import { IconButton } from '../action/icon-button.tsx';

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

/** One toast: meaning, text, detail, actions, close. */
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
    // Hides focus events from Sonner: see keepFromSonner.
    <Root ref={root} data-toast={meaning} onFocus={onFocus} onBlur={(event) => event.stopPropagation()}>
      <Icon path={icons[meaning]} size={18} color={meaningColor[meaning].main} />
      <div>
        <span>{text}</span>
        {detail ? <small>{detail}</small> : null}
      </div>
      {[action ?? []].flat().map(({ label, onClick }) => (
        <ActionButton
          key={label}
          size="small"
          onClick={() => {
            onClose();
            onClick();
          }}
        >
          {label}
        </ActionButton>
      ))}
      <IconButton icon={mdiClose} label="Close message" onClick={onClose} />
    </Root>
  );
}

/** Default display time. */
const STAY_MS = 8_000;

/**
 * A toast that closes after its time, which pauses while it is hovered or focused, or the page is hidden. Each toast has its own timer: Sonner pauses
 * all of them, and for good when the hovered one is removed.
 */
function TimedToast({ message, onClose }: { message: Toast; onClose: () => void }) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isHovered || isFocused;
  const isHidden = usePageHidden();
  const left = useRef(message.stayMs ?? STAY_MS);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isHeld || isHidden) return undefined;
    const began = performance.now();
    const timer = setTimeout(() => close(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - began;
    };
  }, [isHeld, isHidden]);
  return (
    <div
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocusCapture={() => setFocused(true)}
      onBlurCapture={() => setFocused(false)}
    >
      <ToastCard {...message} onClose={onClose} />
    </div>
  );
}

/** From this many on, one button closes all. */
const MANY = 4;

/**
 * Replaces Sonner's layout by a column, whose height determines where dialogs and scrolled content end. Limited to less than half of the
 * screen; more toasts scroll.
 */
const Place = styled('div')({
  '& [data-sonner-toaster][data-sonner-toaster][data-y-position]': {
    display: 'flex',
    flexDirection: 'column-reverse',
    gap: 8,
    bottom: 0,
    width: 464,
    maxHeight: '45dvh',
    padding: '12px 12px 24px',
    overflow: 'hidden auto',
    overscrollBehavior: 'contain',
    scrollbarWidth: 'thin',
    // The page between and beside the toasts stays clickable.
    pointerEvents: 'none',
    [narrow]: { left: 0, right: 0, width: 'auto', transform: 'none', paddingBottom: 12 },
  },
  '& [data-sonner-toast][data-sonner-toast][data-mounted][data-y-position]': {
    '--y': 'translateY(0)',
    position: 'relative',
    bottom: 'auto',
    flex: 'none',
    width: '100%',
    height: 'auto',
    pointerEvents: 'auto',
  },
});

/** Above the column, so that no toast is clicked by mistake. */
const CloseAll = styled('div')({
  position: 'fixed',
  zIndex: 999_999_999,
  left: '50%',
  bottom: toastHeight,
  transform: 'translateX(-50%)',
});

const queue = createToastQueue((message: Toast, gone) => {
  const close = () => {
    sonner.dismiss(id);
    gone();
  };
  const id = sonner.custom(() => <TimedToast message={message} onClose={close} />);
  return () => void sonner.dismiss(id);
});

/** Renders toasts; `visibleToasts` exceeds the queue's limit, so that Sonner stacks none behind another. */
export function Toaster() {
  const place = useRef<HTMLDivElement>(null);
  const count = useSyncExternalStore(queue.subscribe, queue.count);
  useEffect(() => {
    const release = presentToasts(queue.add);
    return () => {
      release();
      queue.closeAll();
    };
  }, []);
  useEffect(() => (place.current ? trackToastHeight(place.current) : undefined), []);
  return (
    <Place ref={place} onFocusCapture={keepFromSonner}>
      {count < MANY ? null : (
        <CloseAll>
          <ActionButton size="small" onClick={queue.closeAll}>
            {`Close all ${numberText(count)} messages`}
          </ActionButton>
        </CloseAll>
      )}
      <Sonner
        theme="dark"
        position="bottom-center"
        duration={Infinity}
        visibleToasts={50}
        expand
        gap={8}
        containerAriaLabel="Messages"
      />
    </Place>
  );
}

/**
 * When Tab leaves the toasts, Sonner moves the focus back, so that elements after them are unreachable. Hides focus events from it: those
 * of its list items here, those of their content in ToastCard.
 */
function keepFromSonner(event: FocusEvent): void {
  if (event.target instanceof Element && event.target.matches('[data-sonner-toast]')) event.stopPropagation();
}
