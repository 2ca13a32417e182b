import { useEffect, type FocusEvent } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { TimedToast } from './timed-toast.tsx';
import { presentToasts, type Toast } from './toast.ts';

function show(message: Toast): void {
  sonner.custom((id) => <TimedToast message={message} onClose={() => sonner.dismiss(id)} />);
}

/** Where toasts appear. So many are visible that none waits unseen behind another. */
export function Toaster() {
  useEffect(() => presentToasts(show), []);
  return (
    <div onFocusCapture={keepFromSonner}>
      <Sonner
        theme="dark"
        position="bottom-center"
        duration={Infinity}
        visibleToasts={50}
        expand
        gap={8}
        offset={24}
        mobileOffset={12}
        style={{ '--width': '440px' } as object}
        containerAriaLabel="Messages"
      />
    </div>
  );
}

/**
 * Sonner sends everybody back who leaves the messages with Tab, so that what stands before them on the screen can be reached, but
 * nothing behind them. It hears of no focus: of its own entries here, of what is in them in the card.
 */
function keepFromSonner(event: FocusEvent): void {
  if (event.target instanceof Element && event.target.matches('[data-sonner-toast]')) event.stopPropagation();
}
