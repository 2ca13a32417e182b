import { createSignal } from '../signal.ts';

/** Maximum toasts drawn at once; the rest queue. */
const MAX_SHOWN = 20;

/** Shows toasts in order as there is room, and loses none. */
export interface ToastQueue<Message> {
  add: (message: Message) => void;
  closeAll: () => void;
  /** Number of shown and queued toasts. */
  count: () => number;
  subscribe: (listener: () => void) => () => void;
}

/** @param show draws a toast, takes a callback for when it has closed, and returns a function that closes it */
export function createToastQueue<Message>(
  show: (message: Message, gone: () => void) => () => void,
): ToastQueue<Message> {
  const shown = new Set<() => void>();
  let waiting: Message[] = [];
  const changed = createSignal();
  function fill(): void {
    while (shown.size < MAX_SHOWN && waiting.length > 0) {
      const [next, ...rest] = waiting;
      waiting = rest;
      if (next !== undefined) draw(next);
    }
    changed.emit();
  }
  function draw(message: Message): void {
    const close = show(message, () => {
      if (shown.delete(close)) fill();
    });
    shown.add(close);
  }
  return {
    add(message) {
      waiting = [...waiting, message];
      fill();
    },
    closeAll() {
      waiting = [];
      const all = [...shown];
      shown.clear();
      for (const close of all) close();
      changed.emit();
    },
    count: () => shown.size + waiting.length,
    subscribe: changed.subscribe,
  };
}
