/** No more messages are drawn at once; the others follow as these go. */
const MAX_SHOWN = 20;

/** Lets messages in as there is room, in their order, and loses none. */
export interface ToastQueue<Message> {
  add: (message: Message) => void;
  closeAll: () => void;
  /** All that are shown or wait. */
  count: () => number;
  subscribe: (listener: () => void) => () => void;
}

/** @param show draws a message and is given what to call when it has gone; answers how to take it away */
export function createToastQueue<Message>(
  show: (message: Message, gone: () => void) => () => void,
): ToastQueue<Message> {
  const shown = new Set<() => void>();
  let waiting: Message[] = [];
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  function fill(): void {
    while (shown.size < MAX_SHOWN && waiting.length > 0) {
      const [next, ...rest] = waiting;
      waiting = rest;
      if (next !== undefined) draw(next);
    }
    tell();
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
      tell();
    },
    count: () => shown.size + waiting.length,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
