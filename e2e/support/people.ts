import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { ONCE, signInCookie, type Operator } from './operator.ts';

/** The password of all people added by journeys. */
export const PASSWORD = 'four words that fit';

/** Adds a person and sets the password with the one-time link. */
export async function addPersonWithPassword(
  url: string,
  admin: Operator,
  person: { name: string; role: string },
): Promise<void> {
  const { body } = await admin.call('POST', '/api/people', person);
  const { link } = body as { link: string };
  const answer = await fetch(`${url}/auth/password`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...ONCE, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({
      link: new URL(link, url).searchParams.get('link') ?? '',
      password: PASSWORD,
      again: PASSWORD,
    }),
  });
  expect(answer.status, await answer.text()).toBeLessThan(400);
}

/** Signs a browser in with the form. */
export async function signInPerson(page: Page, url: string, name: string, password = PASSWORD): Promise<void> {
  await page.goto(`${url}/auth/login?other=1`);
  await page.getByLabel('User').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByRole('button', { name: new RegExp(name) })).toBeVisible();
}

/** Signs a browser in without the form, with a session of its own. */
export async function signInAs(context: BrowserContext, url: string, user: string, password = PASSWORD): Promise<void> {
  const [name = '', value = ''] = (await signInCookie(url, { user, password })).split('=', 2);
  await context.addCookies([{ name, value, url }]);
}

/** A person's own browser, signed in without the form, with this page open. */
export async function openAs(browser: Browser, url: string, name: string, path: string): Promise<Page> {
  const context = await browser.newContext();
  await signInAs(context, url, name);
  const page = await context.newPage();
  await page.goto(url + path);
  return page;
}
