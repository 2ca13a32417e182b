import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { ToastCard } from './toast-card.tsx';
import type { Toast } from './toast.ts';

/** So long a message stays. */
const STAY_MS = 8_000;

function followVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/**
 * A toast that goes after its time; the time stands still while the pointer is on it, or nobody sees the page. Each keeps its own
 * time: Sonner stops that of all of them, and for good when the one below the pointer is taken away.
 */
export function TimedToast({ message, onClose }: { message: Toast; onClose: () => void }) {
  const [isHeld, setHeld] = useState(false);
  const isHidden = useSyncExternalStore(followVisibility, () => document.hidden);
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
    <div onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <ToastCard {...message} onClose={onClose} />
    </div>
  );
}
