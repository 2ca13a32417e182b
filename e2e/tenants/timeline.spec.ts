import type { getMonitor, MonitorRow } from '@mission-control/contract/monitors/calls';
import type { CallResponse } from '@mission-control/contract/call';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();

const rows = (page: Page) => page.getByRole('region', { name: 'Entries' }).getByRole('listitem');
const kind = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Kinds' }).getByRole('button', { name: new RegExp(`^${name}`) });

test('an operator filters the timeline of a tenant, sees the switch of a colleague arrive, and opens the page to undo it', async ({
  page,
  context,
}) => {
  await operator.call('POST', '/api/tenant/3/coursepro', {
    changed: [{ key: 'BASKET_TIMEOUT', value: '27', type: 1 }],
  });
  await page.goto(`${server.url}/tenant/3`);
  await page.getByRole('link', { name: 'Timeline', exact: true }).click();
  await expect(page).toHaveURL(/\/tenant\/3\/timeline$/);
  const saved = rows(page).filter({ hasText: /Saved revision \d+ of CoursePro config: BASKET_TIMEOUT/ });
  await expect(saved).toHaveCount(1);
  await expectAccessibleAtBothWidths(page);

  const colleague = await context.newPage();
  await colleague.goto(`${server.url}/tenant/3`);
  await colleague.getByRole('switch', { name: 'Active', exact: true }).first().click();
  const off = rows(page).filter({ hasText: 'Active switched off' });
  await expect(off).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Active switched off');

  await kind(page, 'Switches').click();
  await expect(page).toHaveURL(/kinds=switch/);
  await expect(saved).toHaveCount(0);
  await expect(off).toHaveCount(1);
  await off.getByRole('link', { name: 'Switch back' }).click();
  await expect(page).toHaveURL(/\/tenant\/3$/);
  await page.getByRole('switch', { name: 'Active', exact: true }).first().click();
  await page.goBack();
  await expect(rows(page).first()).toContainText('Active switched on');
  await expect(off).toHaveCount(1);
});

test('an outage leads to what changed in the two hours before it, the nearest first', async ({ page }) => {
  const listed = async () => ((await operator.call('GET', '/api/monitor')).body as { monitors: MonitorRow[] }).monitors;
  await expect.poll(async () => (await listed()).some(({ tenant }) => tenant === 2), { timeout: 15_000 }).toBe(true);
  const monitor = (await listed()).find(({ tenant }) => tenant === 2);
  await operator.call('PATCH', '/api/tenant/2', { coursepro_tenant: { cron: 0 } });
  await operator.call('PATCH', '/api/tenant/2', { coursepro_tenant: { cron: 1 } });
  const failed = new Date().toISOString();
  await page.route(`**/api/monitor/${monitor?.id}*`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as CallResponse<typeof getMonitor>;
    const outages = [{ started_at: failed, ended_at: failed, error: 'HTTP 500', failures: 3 }];
    await route.fulfill({ response: answer, json: { ...body, outages } });
  });
  await page.goto(`${server.url}/monitor/${monitor?.id}`);
  await page.getByRole('link', { name: 'What changed', exact: true }).click();
  await expect(page).toHaveURL(/\/tenant\/2\/timeline\?.*before=/);
  await expect(kind(page, 'All changes')).toHaveAttribute('aria-pressed', 'true');
  await expect(rows(page)).toContainText([/Cron switched on.*/, /Cron switched off.*/]);
  await expect(rows(page).first()).toContainText(/at that time|\d+ s before/);
  await expectAccessibleAtBothWidths(page);
});

test('the fleet has one too, and the future range begins with the next expiry', async ({ page }) => {
  await page.goto(`${server.url}/tools`);
  await page.getByRole('link', { name: 'Timeline' }).first().click();
  await expect(page).toHaveURL(/\/timeline$/);
  await page.getByRole('group', { name: 'Range' }).getByRole('button', { name: 'Next 90 days' }).click();
  await expect(page).toHaveURL(/range=next/);
  await expect(rows(page).first()).toContainText(/expires/);
  const times = await page.locator('time').evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''));
  expect(times.length).toBeGreaterThan(1);
  expect(times).toEqual(times.toSorted());
  await expectAccessibleAtBothWidths(page);
});
