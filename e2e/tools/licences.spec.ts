import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();

async function add(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Add entry' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add entry' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Value').fill(value);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
}

const upload = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('Licence file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

test('a licence is created, exported, tampered with, refused, uploaded again and edited [LIC-01] [LIC-02] [LIC-03] [LIC-04] [LIC-05] [LIC-06] [LIC-07] [LIC-08] [LIC-09]', async ({
  page,
}) => {
  await page.goto(`${server.url}/tools`);
  await page.getByRole('link', { name: 'Licence', exact: true }).click();
  await expect(page.getByText('No entries')).toBeVisible();
  await expect(page.getByText('Signs exported licences')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await add(page, 'client', 'Brimham Active');
  await add(page, 'expires', '2027-03-31');
  await add(page, 'product', 'coursepro');
  await page.getByRole('button', { name: 'Export' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export licence' });
  await exporting.getByLabel('File name').fill('Brimham 2027.lic');
  await expectAccessible(page);
  // A failure changes nothing.
  const refuse = '**/api/licence/encode';
  await page.route(refuse, (route) => route.fulfill({ status: 503, json: { error: 'Not now.', code: 'unavailable' } }));
  await exporting.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('Not now.')).toBeVisible();
  await page.unroute(refuse);
  const saving = page.waitForEvent('download');
  await exporting.getByRole('button', { name: 'Export' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('Brimham 2027.lic');
  const file = readFileSync(await saved.path());
  await expect(page.getByText('Not exported yet')).toBeHidden();

  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await page.reload();
  await expect(page.getByText('No entries')).toBeVisible();
  await upload(page, 'notes.txt', Buffer.from('a text file'));
  await expect(page.getByText('Licence failed to import')).toBeVisible();
  await expect(page.getByText('The file is not a Mission Control licence.')).toBeVisible();
  await upload(page, 'longer.lic', Buffer.from(file.toString().replace('2027-03-31', '2037-03-31')));
  await expect(page.getByText('The licence was changed after it was signed.')).toBeVisible();
  await expect(page.getByText('No entries')).toBeVisible();
  await upload(page, 'Brimham 2027.lic', file);
  await expect(page.getByText('Licence imported')).toBeVisible();
  await expect(row('client')).toContainText('Brimham Active');
  await expect(row('expires')).toContainText('2027-03-31');

  await page.getByRole('button', { name: 'Edit expires' }).click();
  await page.getByRole('dialog', { name: 'Edit expires' }).getByLabel('Value').fill('2028-03-31');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(row('expires')).toContainText('2028-03-31');
  await page.getByRole('button', { name: 'Delete product' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row('product')).toHaveCount(0);
  await expect(page.getByText('Not exported yet')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('link', { name: 'Tools', exact: true }).first().click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(row('expires')).toContainText('2028-03-31');
  const { body } = await operator.call('GET', '/api/audit?kind=licence.issued');
  expect((body as { events: { subject: string }[] }).events.map(({ subject }) => subject)).toEqual([
    'Brimham 2027.lic',
  ]);
});
