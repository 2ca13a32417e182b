import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { rowXml, text, writeWorkbook } from '@mission-control/spreadsheet/testing/workbook';
import { expectAccessible, expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server } = hostSignedIn();

const upload = (page: Page, name: string, content: string | Uint8Array) =>
  page
    .getByLabel('Spreadsheet file')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
const chosen = (page: Page, name: string) => page.getByRole('combobox', { name: `Import ${name} as`, exact: true });

const CSV = [
  'Forename;Surname;DOB;E-mail;Shoe size',
  "Zoë;O'Brien;31/12/1987;zoe@example.org;37",
  'Łukasz;Ng;never;lukasz@example.org;44',
  'Amelia;Hart;01/02/2001;amelia@example.org;39',
].join('\r\n');

test('a spreadsheet becomes SQL: read, mapped, refused, corrected, validated, downloaded, reset [IMP-01] [IMP-02] [IMP-03] [IMP-04] [IMP-08] [IMP-09] [IMP-10] [IMP-11] [IMP-13] [IMP-14] [IMP-23] [IMP-24] [IMP-25]', async ({
  page,
}) => {
  await page.goto(`${server.url}/tools/importer`);
  const fields = page.getByRole('button', { name: /^Importable fields/ });
  await expect(page.getByText('Added before the medical details')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await fields.click();
  await expect(page.getByText('Added before the medical details')).toBeHidden();

  await upload(page, 'cat.png', Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64'));
  await expect(page.getByText(/^Error: /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();

  await upload(page, 'Brimham members.csv', CSV);
  await expect(page.getByText('3 members imported')).toBeVisible();
  await expect(page.getByRole('cell', { name: "O'Brien" })).toBeVisible();
  await expect(chosen(page, 'Forename')).toHaveValue('First Name');
  await expect(chosen(page, 'DOB')).toHaveValue('Date of Birth');
  await expect(chosen(page, 'Shoe size')).toHaveValue('Ignore');
  await expectAccessibleAtBothWidths(page);

  await chosen(page, 'Shoe size').selectOption('First Name');
  await page.getByRole('button', { name: 'Validate' }).click();
  await expect(page.locator('[data-toast]', { hasText: 'Duplicate column: First Name' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download SQL' })).toBeHidden();
  await chosen(page, 'Shoe size').selectOption('Ignore');

  await page.getByRole('button', { name: 'Validate' }).click();
  await expect(page.getByText('Has errors')).toBeVisible();
  await expect(page.locator('[data-toast="bad"]', { hasText: /row 3/i })).toBeVisible();
  await expect(page.locator('td[data-level="error"]')).toHaveText(/never/);
  await page.getByRole('button', { name: 'Next marked cell' }).click();
  await expect(page.getByRole('group', { name: 'Marked cells' })).toContainText('1 of 1, row 3');
  await expectAccessibleAtBothWidths(page);

  await chosen(page, 'DOB').selectOption('Notes');
  await page.getByRole('button', { name: 'Validate' }).click();
  await expect(page.getByText('Validated', { exact: true })).toBeVisible();
  await expect(page.getByText('SQL of 3 members')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Tools', exact: true }).first().click();
  await page.getByRole('button', { name: 'Stay' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download SQL' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^Brimham.members\.sql$/i);
  const sql = readFileSync(await saved.path(), 'utf8');
  expect(sql).toContain('Łukasz');
  expect(sql).toContain('zoe@example.org');

  await page.getByRole('button', { name: 'PostgreSQL' }).click();
  await expect(page.getByText('Not validated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download SQL' })).toBeHidden();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await page.getByRole('link', { name: 'Tools', exact: true }).first().click();
  await expect(page).toHaveURL(`${server.url}/tools`);
});

test('a large workbook is validated in a thread; the findings of the server are shown, and an error clears them [IMP-01] [IMP-12] [IMP-25]', async ({
  page,
}) => {
  const rows = [['First Name', 'Last Name'], ...Array.from({ length: 2_000 }, (_, row) => ['Zoë', `O'Hart ${row}`])];
  const workbook = writeWorkbook({ rows: rows.map((cells, row) => rowXml(row + 1, ...cells.map(text))).join('') });
  await page.goto(`${server.url}/tools/importer`);
  await upload(page, 'members.xlsx', workbook);
  await expect(page.getByText('2000 members imported')).toBeVisible();
  await page.getByRole('group', { name: 'Members, scrolls' }).press('End');
  await expect(page.getByRole('cell', { name: "O'Hart 1999" })).toBeVisible();
  await page.getByRole('button', { name: 'Validate' }).click();
  await expect(page.getByRole('button', { name: 'Download SQL' })).toBeVisible();
  await page.route('**/api/member/validate', (route) =>
    route.fulfill({ json: { valid: false, sql: '', errors: ['First error'], warnings: ['First warning'] } }),
  );
  await page.getByRole('button', { name: 'Validate' }).click();
  await expect(page.locator('[data-toast="bad"]', { hasText: 'First error' })).toBeVisible();
  await expect(page.locator('[data-toast="warn"]', { hasText: 'First warning' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download SQL' })).toBeHidden();
});
