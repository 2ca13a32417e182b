import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const TENANT = 1;

const { server, operator } = hostSignedIn();

async function choose(page: Page, text: string, method: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Method' }).fill(text);
  await expect(page.getByRole('option', { name: method })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`[?&]method=${method}`));
}
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();
const block = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('an operator fills in the forms of SOAP methods, sends them, and reads requests and responses [TEN-52] [SOAP-01] [SOAP-02] [SOAP-03] [SOAP-04] [SOAP-05] [SOAP-06] [SOAP-07] [SOAP-08] [SOAP-09] [SOAP-10]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.url}/tenant/${TENANT}`);
  await page.getByRole('navigation', { name: 'Tenant' }).getByRole('link', { name: 'SOAP sandbox' }).click();
  await expect(page).toHaveURL(`${server.url}/tenant/${TENANT}/sandbox`);
  await send(page);
  await expect(page.getByText('Choose a method first.')).toBeVisible();

  // A form with nested repeating groups, found by the description of the method.
  await choose(page, 'places on a course', 'BookPlaces');
  const course = page.getByLabel('Course id');
  await expect(course).toBeVisible();
  await expect(page.getByLabel('Starts at')).toHaveAttribute('type', 'datetime-local');
  await expectAccessibleAtBothWidths(page);
  await send(page);
  const warning = page.getByRole('alertdialog', { name: 'Send BookPlaces to production?' });
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await expect(warning).toBeHidden();
  await send(page);
  await warning.getByLabel('Do not ask again until this page is left').check();
  await warning.getByRole('button', { name: 'Send to production' }).click();
  await expect(page.getByText('Failed to send method BookPlaces')).toBeVisible();
  await expect(course).toBeFocused();
  await expectAccessible(page);

  await course.fill('5001');
  const member = (number: number) => page.getByRole('group', { name: `Member ${number}`, exact: true });
  await page.getByRole('button', { name: 'Add Member' }).click();
  await page.getByRole('button', { name: 'Add Member' }).click();
  await member(2).getByRole('button', { name: 'Remove Member 2' }).click();
  for (const [number, name] of [
    [1, 'Ada <Marsh> & Söhne'],
    [2, 'Ben Okoro'],
  ] as const) {
    await member(number).getByLabel('Name', { exact: true }).fill(name);
    await member(number).getByLabel('Born').fill('2015-04-13');
  }
  const asked = page.waitForRequest((request) => request.method() === 'POST');
  await send(page);
  const sent = await asked;
  expect(sent.headers()['content-type']).toMatch(/^multipart\/form-data/);
  expect(sent.postData()).toMatch(/name="tenant_id"\r\n\r\n1\r\n/);
  const answer = page.getByRole('region', { name: 'Response to BookPlaces' });
  await expect(answer.getByText(/^(Answered|Fault)$/)).toBeVisible();
  for (const name of ['Response', 'Response headers', 'Request', 'Request headers'])
    await expect(block(page, name)).toBeVisible();
  await expect(answer.getByText('Total', { exact: true })).toBeVisible();
  await expect(block(page, 'Request')).toContainText('Ada &lt;Marsh&gt; &amp; Söhne');
  await expect(block(page, 'Request')).toContainText('••••••••');
  await expect(block(page, 'Request headers')).toContainText('POST /soap');
  const pretty = await block(page, 'Request').locator('li').count();
  await page.getByRole('button', { name: 'Raw' }).click();
  await expect(page).toHaveURL(/view=raw/);
  expect(await block(page, 'Request').locator('li').count()).toBeLessThan(pretty);
  await page.getByRole('button', { name: 'Copy response', exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Envelope');
  await expectAccessibleAtBothWidths(page);

  // A choice, a list of values and a fault.
  await choose(page, 'FindMembers', 'FindMembers');
  await page.getByLabel('One of these').selectOption('Email');
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await send(page);
  await expect(page.getByRole('region', { name: 'Response to FindMembers' }).getByText('Answered')).toBeVisible();
  await choose(page, 'CancelBooking', 'CancelBooking');
  await page.getByLabel('Booking').fill('7');
  await page.getByLabel('Reason').selectOption('Illness');
  await send(page);
  const refused = page.getByRole('region', { name: 'Response to CancelBooking' });
  await expect(refused.getByText('Fault', { exact: true })).toBeVisible();
  await expect(refused.getByText('There is no such booking.').first()).toBeVisible();

  // The values and the response are still there.
  await page.goBack();
  await page.goBack();
  await expect(course).toHaveValue('5001');
  await expect(member(2).getByLabel('Name', { exact: true })).toHaveValue('Ben Okoro');
  await expect(answer).toBeVisible();
  await choose(page, 'Ping', 'Ping');
  await page.route('**/api/soap/Ping', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { error: 'Oh.' } }) : route.fallback(),
  );
  await send(page);
  await expect(page.getByText('Failed to send method Ping')).toBeVisible();
  await expectAccessible(page);

  const { body } = await operator.call('GET', '/api/audit?kind=soap.method-sent');
  const { events } = body as { events: { after: { method: string } }[] };
  expect(events.map(({ after }) => after.method)).toEqual(['CancelBooking', 'FindMembers', 'BookPlaces']);
});
