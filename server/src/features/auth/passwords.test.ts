import { expect, it } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

it('rejects attempts while a hundred others wait, whether the account exists or not', async () => {
  // Creates the dummy hash for unknown accounts.
  expect(await isPassword('x', undefined)).toBe(false);
  const slots = Array.from({ length: 102 }, () => hashPassword('correct horse'));
  const full = { code: 'unavailable' };
  await expect(hashPassword('x')).rejects.toMatchObject(full);
  await expect(isPassword('x', undefined)).rejects.toMatchObject(full);
  expect(await Promise.all(slots)).toHaveLength(102);
});
