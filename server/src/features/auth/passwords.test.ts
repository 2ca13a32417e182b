import { expect, it } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

it('rejects attempts while a hundred others wait, whether the account exists or not', async () => {
  const slots = Array.from({ length: 102 }, () => hashPassword('correct horse'));
  const full = { code: 'unavailable' };
  await expect(hashPassword('x')).rejects.toMatchObject(full);
  await expect(isPassword('x', undefined)).rejects.toMatchObject(full);
  const [stored] = await Promise.all(slots);
  // Afterwards both work again.
  expect(await isPassword('x', undefined)).toBe(false);
  expect(await isPassword('correct horse', stored)).toBe(true);
});
