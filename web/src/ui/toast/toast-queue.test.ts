import { expect, it } from 'vitest';
import { createToastQueue } from './toast-queue.ts';
import { presentToasts, toast } from './toast.ts';

function setup() {
  const drawn: string[] = [];
  const goners = new Map<string, () => void>();
  const closed: string[] = [];
  const queue = createToastQueue<string>((message, gone) => {
    drawn.push(message);
    goners.set(message, gone);
    return () => void closed.push(message);
  });
  return { drawn, closed, queue, gone: (message: string) => goners.get(message)?.() };
}

it('draws twenty toasts at once and the rest in order as these close; none is lost', () => {
  const { drawn, queue, gone } = setup();
  const all = Array.from({ length: 50 }, (_, at) => `m${at}`);
  all.forEach(queue.add);
  expect(drawn).toEqual(all.slice(0, 20));
  expect(queue.count()).toBe(50);
  for (const message of all) gone(message);
  // Repeated calls have no effect.
  gone('m0');
  expect(drawn).toEqual(all);
  expect(queue.count()).toBe(0);
});

it('closes all of them, queued ones included', () => {
  const { drawn, closed, queue } = setup();
  let changes = 0;
  queue.subscribe(() => (changes += 1));
  for (let at = 0; at < 25; at += 1) queue.add(`m${at}`);
  queue.closeAll();
  expect(closed).toHaveLength(20);
  expect([drawn.length, queue.count()]).toEqual([20, 0]);
  expect(changes).toBeGreaterThan(0);
});

it('queues toasts until the toaster has loaded, in order, and hands over each once', () => {
  const shown: string[] = [];
  toast.error('first');
  toast.warning('second');
  const letGo = presentToasts((message) => shown.push(`${message.meaning} ${message.text}`));
  toast.success('third');
  letGo();
  toast.info('fourth');
  expect(shown).toEqual(['bad first', 'warn second', 'good third']);
  presentToasts((message) => shown.push(`${message.meaning} ${message.text}`))();
  expect(shown).toHaveLength(4);
});
