import { expect, it } from 'vitest';
import { findBrowser, findJourneyBrowser } from './browser.ts';

it('prefers the browser named by CHROME', async () => {
  for (const find of [findBrowser, findJourneyBrowser])
    expect((await find({ CHROME: process.execPath, PATH: '' })).executablePath).toBe(process.execPath);
});

it('reports when CHROME names a file that does not exist', async () => {
  await expect(findBrowser({ CHROME: '/nowhere/chrome' })).rejects.toThrow('CHROME=/nowhere/chrome does not exist');
});
