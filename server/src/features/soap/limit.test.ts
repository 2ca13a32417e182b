import { expect, it } from 'vitest';
import { createSoapLimit } from './limit.ts';

/** Work that ends when it is told to. */
function pending(): { work: () => Promise<void>; end: () => void } {
  let end = (): void => {};
  const done = new Promise<void>((resolve) => (end = resolve));
  return { work: () => done, end: () => end() };
}

it('lets a person have two requests on their way, and others theirs, until all are too many', async () => {
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
