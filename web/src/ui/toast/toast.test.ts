import { expect, it } from 'vitest';
import { presentToasts, toast } from './toast.ts';

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
