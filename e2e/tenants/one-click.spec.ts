import { expect, test } from '@playwright/test';
import { toast } from '../support/locators.ts';
import { apiRequests, hostConsole, openSignedIn } from '../support/signed-in.ts';

const { server } = hostConsole();

test('a double click on a switch is one change, its label toggles it too, and one click undoes it', async ({
  page,
}) => {
  await openSignedIn(page, server.url);
  await page.goto(`${server.url}/tenant/1`);
  const production = page.getByRole('switch', { name: 'Production' });
  await expect(production).toBeVisible();
  const asked = apiRequests(page);
  const sent = () =>
    asked.filter(({ name }) => name === 'PATCH /api/tenant/1').map(({ request }) => request.postDataJSON() as unknown);
  if (!(await production.isChecked())) {
    await page.getByText('Production', { exact: true }).click();
    await expect(production).toBeChecked();
  }
  const before = sent().length;
  const maintenance = page.getByRole('switch', { name: 'Maintenance' }).first();
  await expect(maintenance).not.toBeChecked();
  await maintenance.dblclick();
  await expect(maintenance).toBeChecked();
  const message = toast(page, 'its members see the maintenance page');
  await expect(message).toBeVisible();
  expect(sent().slice(before)).toEqual([expect.objectContaining({ coursepro_tenant: { maintenance: true } })]);
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(maintenance).not.toBeChecked();
  await page.getByText('Members can reach the site').first().click();
  await expect(maintenance).toBeChecked();
});
