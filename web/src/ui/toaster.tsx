import { useEffect, useRef, useSyncExternalStore, type FocusEvent } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { ActionButton } from './action-button.tsx';
import { styled } from './styled.ts';
import { TimedToast } from './timed-toast.tsx';
import { createToastQueue } from './toast-queue.ts';
import { keepToastRoom, toastRoom } from './toast-room.ts';
import { presentToasts, type Toast } from './toast.ts';
import { narrow } from './tokens.ts';

/** From here on one button closes all. */
const MANY = 4;

/**
 * The messages stand in a column, in the place of sonner's own one, so that one height says how far up they reach: dialogs and what is
 * scrolled to stay above it. They take less than half of the screen, and scroll when they are more.
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
    // Between and beside the messages the page is free.
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

/** Above the column, where no message is pressed by mistake. */
const CloseAll = styled('div')({
  position: 'fixed',
  zIndex: 999_999_999,
  left: '50%',
  bottom: toastRoom,
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

/** Where toasts appear. So many are visible that none waits unseen behind another. */
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
  useEffect(() => (place.current ? keepToastRoom(place.current) : undefined), []);
  return (
    <Place ref={place} onFocusCapture={keepFromSonner}>
      {count < MANY ? null : (
        <CloseAll>
          <ActionButton size="small" onClick={queue.closeAll}>
            {`Close all ${count.toLocaleString('en-GB')} messages`}
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
 * Sonner sends everybody back who leaves the messages with Tab, so that what stands before them on the screen can be reached, but
 * nothing behind them. It hears of no focus: of its own entries here, of what is in them in the card.
 */
function keepFromSonner(event: FocusEvent): void {
  if (event.target instanceof Element && event.target.matches('[data-sonner-toast]')) event.stopPropagation();
}
