import { expect, it } from 'vitest';
import { checkNewPassword } from './password-rules.ts';

const check = (password: string) => checkNewPassword(password, 'amelia.hart');

it.each(['correct horse', 'Änderung im Herbst', 'mission critical horse', '🐎'.repeat(11) + 'x', 'x7Kd!9qmLp2v'])(
  'accepts %s',
  async (password) => {
    await expect(check(password)).resolves.toBeUndefined();
  },
);

it.each(['', 'elevenchars', '🐎'.repeat(11), 'x'.repeat(129)])('refuses %s for its length', async (password) => {
  await expect(check(password)).rejects.toMatchObject({
    code: 'refused',
    fields: { password: 'A password has 12 to 128 characters.' },
  });
});

it.each(['1qaz2wsx3edc', 'QWERTY123456', 'Password2026!', 'sunshinesunshine', '111111111111', 'ｑwerty123456'])(
  'refuses %s, which is too common',
  async (password) => {
    await expect(check(password)).rejects.toThrow('one of the most common');
  },
);

it.each([
  'mission control',
  'MissionControl1!',
  'CoursePro-2026',
  'amelia.hart.2026',
  'Amelia CoursePro 1',
  'homeportal2admin',
])("refuses %s, made of words of the product and the person's name", async (password) => {
  await expect(check(password)).rejects.toThrow('words from this product');
});
