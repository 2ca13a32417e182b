import { expect, test } from '@playwright/test';
import { readTenant } from '../support/fleet.ts';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn({ SANDBOX_REPORTS: 'on' });

test('the system table of a tenant, from its card, read-only and searchable [SYS-01, SYS-02, TEN-43]', async ({
  page,
}) => {
  await expect
    .poll(
      async () => ((await operator.call('GET', '/api/tenant/1/system')).body as { created: string | null }).created,
      {
        timeout: 60_000,
      },
    )
    .not.toBeNull();
  const { system } = await readTenant(operator, 1);
  await page.goto(`${server.url}/tenant/1`);
  await page.getByRole('link', { name: 'System table' }).click();
  await expect(page).toHaveURL(`${server.url}/tenant/1/coursepro/system`);
  await expect(page.getByText(/^Reported /)).toBeVisible();
  const table = page.getByRole('table', { name: 'System table' });
  const [name = '', value = ''] = Object.entries(system).toSorted(([a], [b]) => (a < b ? -1 : 1))[0] ?? [];
  await expect(table.getByRole('row', { name })).toContainText(value);
  await expect(table.locator('tbody').locator('input, button, select, textarea')).toHaveCount(0);
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('searchbox', { name: 'Search system values' }).fill(name);
  await expect(table.locator('tbody').getByRole('row').first()).toContainText(name);
  expect(await table.locator('tbody').getByRole('row').count()).toBeLessThan(Object.keys(system).length);
  await expect(page).toHaveURL(/\?q=/);
});
