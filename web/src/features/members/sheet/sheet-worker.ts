import '../../../lib/zod-without-eval.ts';
import type { SheetAskName, SheetQuestion, SheetReply } from './sheet-messages.ts';
import { createSheetStore } from './sheet-store.ts';

// Holds the members in a worker: processing many of them would block the page.
const store = createSheetStore();

async function replyTo<Name extends SheetAskName>({ id, name, ask }: SheetQuestion<Name>): Promise<SheetReply> {
  try {
    return { id, answer: await store[name](ask) };
  } catch (error) {
    return { id, fault: error instanceof Error ? error.message : String(error) };
  }
}

addEventListener('message', ({ data }: MessageEvent<SheetQuestion>) => {
  void replyTo(data).then((reply) => postMessage(reply));
});
