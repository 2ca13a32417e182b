import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { ADMIN, type HostedConsole } from './console.ts';

/** Signs in with the form, from wherever the guard brought the browser. */
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

/** Every published copy of a file in the fleet: the server it lies on, its text and its SHA-256. */
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
 * Holds the screen against all of axe's rules. Only violations are worth describing: that is four fifths of the time. What fades in or
 * out has no contrast to speak of: axe looks when nothing moves, and again when something began to move under its eyes.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(() => expectNoViolations(page)).toPass({ timeout: 20_000 });
}

async function expectNoViolations(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
  const violations = await (page.frames().length > 1 ? readWithFrames(page) : readAlone(page));
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}

/** Pages with pictures of what is drawn elsewhere. No second page is needed to put the results together in (legacy mode). */
async function readWithFrames(page: Page): Promise<axe.Result[]> {
  const reader = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  return (await reader.analyze()).violations;
}

/** The same for a page without frames: axe is half a megabyte, and a document needs it once. */
async function readAlone(page: Page): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    const { violations } = await inPage.run(document, { resultTypes: ['violations'] });
    return violations;
  });
}

/** Holds the screen against axe's rules on a desk and on a phone, where nothing may need scrolling sideways. */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  for (const { width, height } of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

/** Collects the JSON bodies of responses: the browser keeps none of what the page reads piece by piece. */
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
