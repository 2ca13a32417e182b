import { expect, test, type Page } from '@playwright/test';
import { addTenant, listDatabases } from '../support/fleet.ts';
import { collectBodies, expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();

/** A tenant with CoursePro and Strive; its name determines the hosts of its sites. */
async function addWithServices(name: string): Promise<number> {
  const id = await addTenant(operator, name);
  const [database] = await listDatabases(operator, 'coursepro');
  const add = { initialize: true, create_db: false };
  const coursepro = { ...add, database, bridge: 'xnrest' };
  expect((await operator.call('POST', `/api/tenant/${id}/coursepro`, coursepro)).status).toBe(200);
  expect((await operator.call('POST', `/api/tenant/${id}/strive`, add)).status).toBe(200);
  return id;
}
const button = (page: Page) => page.getByRole('button', { name: 'Sync Centres and Languages' });

test('centres and languages go from site to site, and a site that fails is named [TEN-45, TEN-70, TEN-71, TEN-72]', async ({
  page,
}) => {
  await page.goto(`${server.url}/tenant/${await addWithServices('Larch')}`);
  const bodies = await collectBodies(page, '**/coursepro/centre-sync', 'GET');
  const answered = page.waitForResponse((response) => response.url().endsWith('/coursepro/centre-sync'));
  await button(page).click();
  await expect(page.getByText('Centres and languages synced to strive')).toBeVisible();
  const answer = await answered;
  expect(answer.headers()['cache-control']).toBe('no-store');
  expect(bodies).toEqual([{ ok: true, message: 'Centres and languages synced to strive' }]);
  await page.getByRole('link', { name: 'Changes' }).click();
  await expect(page.getByText('synced centres and languages to Strive')).toBeVisible();

  // The sandbox's sites fail for such names.
  await page.goto(`${server.url}/tenant/${await addWithServices('Larch down')}`);
  await button(page).click();
  await expect(page.getByText('Error: larch-down.coursepro.co.uk answered with an error (503).')).toBeVisible();
});

test('a service deleted by another user moves to the deleted services, and one click restores it [TEN-45]', async ({
  page,
}) => {
  const id = await addWithServices('Rowan');
  await page.goto(`${server.url}/tenant/${id}`);
  await expect(button(page)).toBeVisible();
  const deleted = page.getByRole('region', { name: 'Deleted services' });
  await expect(deleted).toBeHidden();
  await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  await operator.call('DELETE', `/api/tenant/${id}/strive`);
  await expect(deleted.getByRole('listitem')).toContainText(
    /Strive\s*rowan\.api\.strive\.co\.uk.*by admin.*purged in \d+ days/,
  );
  await expect(button(page)).toBeHidden();
  await expectAccessibleAtBothWidths(page);
  await deleted.getByRole('button', { name: 'Restore Strive' }).click();
  await expect(page.getByText('Strive restored')).toBeVisible();
  await expect(deleted).toBeHidden();
  await expect(button(page)).toBeVisible();
});
