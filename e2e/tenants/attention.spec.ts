import type { listAttention } from '@mission-control/contract/attention/calls';
import type { CallResponse } from '@mission-control/contract/call';
import { expect, test, type Page } from '@playwright/test';
import { tenantNames } from '../support/locators.ts';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();

const read = async (reason: string) => {
  const { body } = await operator.call('GET', `/api/attention?reason=${reason}`);
  const { tenants = [], ...numbers } = body as CallResponse<typeof listAttention>;
  return { tenants, ...numbers };
};
const reasons = (page: Page) => page.getByRole('list', { name: 'Needs attention' });

test('a number of the dashboard opens exactly its tenants, and a reason links to its subject', async ({ page }) => {
  const { tenants, counts, needing } = await read('licence');
  expect(counts.licence).toBeGreaterThan(0);
  await page.goto(`${server.url}/dashboard`);
  const panel = page.getByRole('region', { name: 'Needs attention' });
  await expect(panel.getByRole('link', { name: `${needing} tenants` })).toBeVisible();
  await panel.getByRole('link', { name: `${counts.licence} Licence expires` }).click();
  await expect(page).toHaveURL(/\/tenant\?attention=licence$/);
  await expect(page.getByRole('button', { name: 'Needs attention' })).toHaveAttribute('aria-pressed', 'true');
  await expect(tenantNames(page)).toHaveText(tenants.slice(0, 10).map(({ tenant_name }) => tenant_name));
  await expectAccessibleAtBothWidths(page);

  await page.getByRole('columnheader', { name: 'Attention' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=attention/);
  await page.getByRole('button', { name: 'Needs attention' }).click();
  await expect(page).not.toHaveURL(/attention=/);

  const first = tenants[0];
  await page.goto(`${server.url}/tenant/${first?.id}`);
  const licence = first?.reasons.find(({ kind }) => kind === 'licence');
  await reasons(page)
    .getByRole('link', { name: licence?.text ?? '' })
    .click();
  await expect(page).toHaveURL(new RegExp(`${licence?.path}$`));
});

test('a reason that ends disappears from the open screens, and the search finds the remaining ones', async ({
  page,
}) => {
  const { tenants } = await read('licence');
  const tenant = tenants.find(({ reasons: own }) => own.some(({ path }) => path.endsWith('/licence/config')));
  const licence = tenant?.reasons.find(({ kind }) => kind === 'licence');
  await page.goto(`${server.url}/tenant/${tenant?.id}`);
  await expect(reasons(page)).toContainText(licence?.text ?? '');
  await expectAccessibleAtBothWidths(page);
  await operator.call('POST', `/api/tenant/${tenant?.id}/licence`, {
    changed: [{ key: 'expires', value: '2099-01-01', type: 1 }],
  });
  await expect(page.getByText(licence?.text ?? '')).toHaveCount(0);
  expect((await read('licence')).tenants.map(({ id }) => id)).not.toContain(tenant?.id);

  await page.getByRole('combobox').first().fill('licence expires');
  await page.getByRole('option', { name: /^Licence expires \(\d+\)$/ }).click();
  await expect(page).toHaveURL(/\/tenant\?attention=licence$/);
});
