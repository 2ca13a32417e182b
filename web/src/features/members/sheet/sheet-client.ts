import {
  SheetError,
  type SheetAskName,
  type SheetAsks,
  type SheetQuestion,
  type SheetReply,
} from './sheet-messages.ts';

/** Access to the worker that holds the members. */
export interface SheetClient {
  /** @throws SheetError when the worker fails, or the client is cleared meanwhile. */
  ask: <Name extends SheetAskName>(name: Name, ask: SheetAsks[Name]['ask']) => Promise<SheetAsks[Name]['answer']>;
  /** Ends the worker with its members; the next request starts another. */
  clear: () => void;
}

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

/** Keeps the members in a worker. @param start starts it */
export function createSheetClient(start: () => Worker = startWorker): SheetClient {
  let worker: Worker | null = null;
  let last = 0;
  const waiting = new Map<number, Waiting>();

  function end(why: string): void {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(new SheetError(why));
    waiting.clear();
  }

  function onReply({ data }: MessageEvent<SheetReply>): void {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('fault' in data) asked?.reject(new SheetError(data.fault));
    else asked?.resolve(data.answer as never);
  }

  function open(): Worker {
    if (worker) return worker;
    worker = start();
    worker.onmessage = onReply;
    worker.onerror = () => end('The spreadsheet is too large for this browser. Split it into several.');
    return worker;
  }

  return {
    ask: (name, ask) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        open().postMessage({ id: last, name, ask } satisfies SheetQuestion);
      }),
    clear: () => end('The spreadsheet was closed.'),
  };
}

const startWorker = () => new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
