import { expect, it } from 'vitest';
import { createSheetDesk } from './sheet-desk.ts';
import { SheetError } from './sheet-messages.ts';

function silentWorkers() {
  const started: { worker: Worker; ended: boolean }[] = [];
  const start = () => {
    const one = { worker: {} as Worker, ended: false };
    Object.assign(one.worker, { postMessage: () => undefined, terminate: () => (one.ended = true) });
    started.push(one);
    return one.worker;
  };
  return { started, start };
}

it('ends the thread with all that waits for it, and starts another for the next question', async () => {
  const { started, start } = silentWorkers();
  const desk = createSheetDesk(start);
  const waiting = desk.ask('rows', { from: 0, to: 1 });
  desk.clear();
  await expect(waiting).rejects.toThrow('put away');
  expect(started.map(({ ended }) => ended)).toEqual([true]);
  void desk.ask('rows', { from: 0, to: 1 }).catch(() => undefined);
  expect(started).toHaveLength(2);
});

it('says that a thread which died had too much to keep', async () => {
  const { started, start } = silentWorkers();
  const desk = createSheetDesk(start);
  const waiting = desk.ask('rows', { from: 0, to: 1 });
  started[0]?.worker.onerror?.(new ErrorEvent('error'));
  await expect(waiting).rejects.toThrow(SheetError);
  await expect(waiting).rejects.toThrow('too large for this browser');
});
