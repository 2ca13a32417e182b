import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { ADMIN, type HostedConsole } from './console.ts';

/** Signs in with the form, wherever the guard redirected the browser. */
export async function signInOn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/tenant`);
  await page.getByLabel('User').fill(ADMIN.user);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible();
}

/** Changes one setting in the open editor; the change stays unsaved. */
export async function editSetting(page: Page, key: string, value: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search settings' }).fill(key);
  await page.getByRole('button', { name: `Edit ${key}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Edit ${key}` });
  await dialog.getByLabel('Value').fill(value);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

/** Saves through the review panel. */
export async function save(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Save \d/ })
    .first()
    .click();
  const panel = page.getByRole('dialog', { name: 'Review changes before Save' });
  await panel.getByRole('button', { name: /^Save \d+ change/ }).click();
}

/** All published copies of a file in the fleet, with server, text and SHA-256. */
export function publishedFiles(server: HostedConsole, path: string): { host: string; text: string; sha256: string }[] {
  const fleet = join(server.dataDir, 'fleet');
  return readdirSync(fleet).flatMap((host) => {
    try {
      const content = readFileSync(join(fleet, host, 'config', path));
      return [{ host, text: content.toString('utf8'), sha256: createHash('sha256').update(content).digest('hex') }];
    } catch {
      return [];
    }
  });
}

/**
 * Checks the screen against all axe rules. Reports only violations, which saves four fifths of the time. Fading elements lack
 * contrast: axe runs when nothing is animated, and again if an animation started meanwhile.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(() => expectNoViolations(page)).toPass({ timeout: 20_000 });
}

async function expectNoViolations(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      // Animations of a scroll timeline never end.
      .filter(({ timeline }) => timeline === document.timeline)
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
  const violations = await (page.frames().length > 1 ? readWithFrames(page) : readAlone(page));
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}

/** For pages with frames. Legacy mode needs no second page to merge the results. */
async function readWithFrames(page: Page): Promise<axe.Result[]> {
  const reader = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  return (await reader.analyze()).violations;
}

/** For pages without frames: injects axe, which is half a megabyte, only once per document. */
async function readAlone(page: Page): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    const { violations } = await inPage.run(document, { resultTypes: ['violations'] });
    return violations;
  });
}

/** Checks the screen against axe rules on desktop and phone, where nothing may scroll sideways. */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  for (const { width, height } of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
    // Parts that load late may be laid out after the resize.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

/** Collects the JSON bodies of responses: the browser does not keep bodies that the page streams. */
export async function collectBodies(page: Page, url: string, method: string): Promise<unknown[]> {
  const bodies: unknown[] = [];
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    bodies.push(await response.json());
    return route.fulfill({ response });
  });
  return bodies;
}
