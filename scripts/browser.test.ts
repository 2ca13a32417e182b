import { expect, it } from 'vitest';
import { findBrowser, findJourneyBrowser } from './browser.ts';

it('takes the browser that CHROME names before any other', async () => {
  for (const find of [findBrowser, findJourneyBrowser])
    expect((await find({ CHROME: process.execPath, PATH: '' })).executablePath).toBe(process.execPath);
});

it('says so when CHROME names nothing that exists', async () => {
  await expect(findBrowser({ CHROME: '/nowhere/chrome' })).rejects.toThrow('CHROME=/nowhere/chrome does not exist');
});
