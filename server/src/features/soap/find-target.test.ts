import { expect, it } from 'vitest';
import { createSoapLimit } from './find-target.ts';

/** Work that ends on demand. */
function pending(): { work: () => Promise<void>; end: () => void } {
  let end = (): void => {};
  const done = new Promise<void>((resolve) => (end = resolve));
  return { work: () => done, end: () => end() };
}

it('allows two concurrent requests per user, up to the total limit', async () => {
  const [limited, one] = [createSoapLimit(), pending()];
  const all = [limited('a', one.work), limited('a', one.work)];
  await expect(limited('a', one.work)).rejects.toMatchObject({ code: 'too_many_attempts' });
  for (const person of ['b', 'c', 'd', 'e', 'f']) all.push(limited(person, one.work), limited(person, one.work));
  await expect(limited('g', one.work)).rejects.toMatchObject({ code: 'too_many_attempts' });
  one.end();
  await Promise.all(all);
  await expect(limited('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await Promise.all([limited('a', async () => {}), limited('a', async () => {})]);
});
