import { expect, it } from 'vitest';
import { createSheetClient } from './sheet-client.ts';
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

it('ends the worker and its pending requests, and starts another for the next one', async () => {
  const { started, start } = silentWorkers();
  const client = createSheetClient(start);
  const waiting = client.ask('rows', { from: 0, to: 1 });
  client.clear();
  await expect(waiting).rejects.toThrow('closed');
  expect(started.map(({ ended }) => ended)).toEqual([true]);
  void client.ask('rows', { from: 0, to: 1 }).catch(() => undefined);
  expect(started).toHaveLength(2);
});

it('reports a worker that ran out of memory', async () => {
  const { started, start } = silentWorkers();
  const client = createSheetClient(start);
  const waiting = client.ask('rows', { from: 0, to: 1 });
  started[0]?.worker.onerror?.(new ErrorEvent('error'));
  await expect(waiting).rejects.toThrow(SheetError);
  await expect(waiting).rejects.toThrow('too large for this browser');
});
