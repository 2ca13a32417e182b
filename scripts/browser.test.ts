import { expect, it } from 'vitest';
import { findBrowser } from './browser.ts';

it('takes the browser that CHROME names before any other', async () => {
  expect((await findBrowser({ CHROME: process.execPath, PATH: '' })).executablePath).toBe(process.execPath);
});

it('says so when CHROME names nothing that exists', async () => {
  await expect(findBrowser({ CHROME: '/nowhere/chrome' })).rejects.toThrow('CHROME=/nowhere/chrome does not exist');
});
