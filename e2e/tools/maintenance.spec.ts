import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server } = hostSignedIn();

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** A wall-clock time in the zone of the browser, some minutes from now. */
const wallIn = (page: Page, minutes: number): Promise<string> =>
  page.evaluate((ahead) => {
    const at = new Date(Date.now() + ahead * 60_000);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, minutes);

test('an admin plans a window by rule, begins one now, sees it on the monitor and on the timeline, and ends it', async ({
  page,
}) => {
  await page.goto(`${server.url}/alerts`);
  await page.getByRole('link', { name: 'Maintenance' }).click();
  await expect(page.getByText('No maintenance planned')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  // A weekly window, planned with the keyboard; the preview is in its zone and in the browser's.
  await page.getByRole('button', { name: 'Add window' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Sunday patching');
  await dialog(page).getByRole('button', { name: 'Weekly' }).click();
  await dialog(page).getByLabel('First starts').fill('2028-03-19T02:30');
  await dialog(page).getByLabel('Zone').fill('America/New_York');
  await expect(dialog(page).getByRole('checkbox', { name: 'Sun', exact: true })).toBeChecked();
  const preview = dialog(page).getByRole('status', { name: 'Preview' });
  await expect(preview.getByRole('listitem').first()).toContainText('Sun 19 Mar 2028, 02:30 to 04:30');
  await expect(preview.getByRole('listitem')).toHaveCount(5);
  await expectAccessible(page);
  await dialog(page).getByLabel('Hours').fill('0');
  await dialog(page).getByLabel('Minutes').fill('1');
  await dialog(page).getByLabel('Minutes').press('Enter');
  await expect(dialog(page)).toContainText('Must be from 5 minutes to a week.');
  await dialog(page).getByLabel('Hours').fill('2');
  await dialog(page).getByLabel('Minutes').fill('0');
  await dialog(page).getByRole('button', { name: 'Add window' }).click();
  await expect(row(page, 'Sunday patching')).toContainText('Weekly on Sun');
  await expect(row(page, 'Sunday patching')).toContainText('Upcoming');

  // One for a tenant that begins now.
  await page.getByRole('button', { name: 'Add window' }).click();
  const proposed = await dialog(page).getByLabel('Starts').inputValue();
  expect(await page.evaluate((text) => new Date(text).getTime() > Date.now(), proposed)).toBe(true);
  await dialog(page).getByLabel('Name').fill('Move of a database');
  await dialog(page)
    .getByLabel('Starts')
    .fill(await wallIn(page, -1));
  await dialog(page).getByRole('combobox', { name: 'Tenants' }).fill('brimham');
  await page.getByRole('option').first().click();
  await expect(preview).toContainText('Covers 1 tenant');
  await dialog(page).getByRole('button', { name: 'Add window' }).click();
  await expect(row(page, 'Move of a database')).toContainText('Now');

  await page.goto(`${server.url}/monitor?q=brimham`);
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page.getByText(/^hatched: \d+ min of maintenance/)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.goto(`${server.url}/timeline?kinds=maintenance`);
  await expect(page.getByText('Maintenance began: Move of a database')).toBeVisible();

  // Ended early.
  await page.goto(`${server.url}/alerts/maintenance`);
  await row(page, 'Move of a database').focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('This window is active.');
  await expectAccessibleAtBothWidths(page);
  await dialog(page).getByRole('button', { name: 'End now' }).click();
  await expect(row(page, 'Move of a database')).toContainText('Past');
});

test('what somebody else saves of a window is shown beside the edits, and a deleted window disappears for everybody', async ({
  page,
  context,
}) => {
  await page.goto(`${server.url}/alerts/maintenance`);
  await page.getByRole('button', { name: 'Add window' }).click();
  await dialog(page).getByLabel('Name').fill('Shared');
  await dialog(page).getByRole('button', { name: 'Add window' }).click();
  await row(page, 'Shared').dblclick();
  await dialog(page).getByLabel('Note').fill('first');

  const other = await context.newPage();
  await other.goto(`${server.url}/alerts/maintenance`);
  await row(other, 'Shared').dblclick();
  await dialog(other).getByLabel('Note').fill('second');
  await dialog(other).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(other)).toBeHidden();

  const choice = page.getByRole('dialog', { name: 'These settings were saved elsewhere in the meantime' });
  await choice.getByLabel(/^Use saved value/).click();
  await expectAccessibleAtBothWidths(page);
  await choice.getByRole('button', { name: 'Continue editing' }).click();
  await expect(dialog(page).getByLabel('Note')).toHaveValue('second');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await row(other, 'Shared').dblclick();
  await expect(dialog(other).getByLabel('Note')).toHaveValue('second');
  await dialog(other).getByRole('button', { name: 'Delete' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'Shared')).toHaveCount(0);
});
