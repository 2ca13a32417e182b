import type { EnvironmentRow } from '@mission-control/contract/environments/calls';
import { SERVICES } from '../../contract/src/catalogue.ts';
import { expect, test, type Page } from '@playwright/test';
import { addTenant, listDatabases } from '../support/fleet.ts';
import { toast } from '../support/locators.ts';
import { expectAccessibleAtBothWidths } from '../support/screens.ts';
import { apiRequests, hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();
let environments: EnvironmentRow[];
/** A tenant in region 1 that has all ten services. */
let whole: number;
test.beforeAll(async () => {
  environments = ((await operator.call('GET', '/api/environment/fast')).body as { environments: EnvironmentRow[] })
    .environments;
  whole = await addTenant(operator, 'Oak & Elm');
  for (const { slug, hasDatabase, hasBridge } of SERVICES) {
    const choice = {
      ...(hasDatabase && { database: (await listDatabases(operator, slug))[0] }),
      ...(hasBridge && { bridge: 'standalone' }),
    };
    const added = await operator.call('POST', `/api/tenant/${whole}/${slug}`, { initialize: true, ...choice });
    expect(added).toMatchObject({ status: 200 });
  }
});

const open = (page: Page, id: number, rest = '') => page.goto(`${server.url}/tenant/${id}${rest}`);
const rows = (page: Page) => page.getByRole('list', { name: 'Domains' }).getByRole('listitem');
const host = (page: Page, at: number) => rows(page).nth(at).getByRole('textbox');
const primary = (page: Page, at: number) => rows(page).nth(at).getByRole('switch', { name: 'Primary' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const patches = (page: Page) => {
  const seen = apiRequests(page);
  return () =>
    seen.filter(({ name }) => name.startsWith('PATCH')).map(({ request }) => request.postDataJSON() as object);
};
/** The expected options of this type for a service of a tenant in region 1. */
const namesOf = (type: number | null, slug: string) =>
  environments
    .filter((one) => one.type === type && one.region?._id === 1 && one.services.includes(slug))
    .map((one) => one.environment_name);

test('CoursePro: from the card to domains and environments, changed and saved in one request [TEN-36, SVC-18..21, SVC-29..31]', async ({
  page,
}) => {
  const sent = patches(page);
  await open(page, whole);
  await page.getByRole('link', { name: 'Edit CoursePro', exact: true }).click();
  await expect(page).toHaveURL(`${server.url}/tenant/${whole}/coursepro`);
  await expect(page.getByRole('heading', { name: 'CoursePro settings', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /^https:\/\/oak-elm\.coursepro\.co\.uk/ })).toBeVisible();
  await expect(host(page, 0)).toHaveValue('oak-elm.coursepro.co.uk');
  await button(page, 'Add domain').click();
  await button(page, 'Add domain').click();
  await expect(rows(page)).toHaveCount(2);
  await expect(host(page, 1)).toBeFocused();
  await button(page, 'Use oak-elm.courseprogress.co.uk').click();
  await button(page, 'Add domain').click();
  await page.keyboard.type('Bücher.example');
  await primary(page, 2).click();
  await primary(page, 1).click();
  await expect(primary(page, 0)).not.toBeChecked();
  await expect(primary(page, 1)).toBeChecked();
  await expect(primary(page, 2)).not.toBeChecked();
  await button(page, 'Delete oak-elm.coursepro.co.uk').click();
  await page.getByLabel('Worker environment').selectOption('None');
  await expect(page.getByRole('list', { name: 'Unsaved changes' }).getByRole('listitem')).toHaveCount(5);
  await expectAccessibleAtBothWidths(page);
  await button(page, /^Save/).click();
  await expect(toast(page, 'CoursePro settings successfully saved')).toBeVisible();
  const domains = [
    { host: 'oak-elm.courseprogress.co.uk', is_primary: true },
    { host: 'Bücher.example', is_primary: false },
  ];
  expect(sent()).toEqual([
    {
      version: expect.any(Number) as unknown,
      domains: { coursepro: domains },
      coursepro_tenant: { worker_environment_id: null },
    },
  ]);
  await page.reload();
  await expect(host(page, 0)).toHaveValue('oak-elm.courseprogress.co.uk');
  await expect(host(page, 1)).toHaveValue('xn--bcher-kva.example');
  await expect(page.getByLabel('Worker environment')).toHaveValue('');
});

test('the three rules are checked before anything is sent [SVC-26..28]', async ({ page }) => {
  const sent = patches(page);
  await open(page, whole, '/coachportal');
  await button(page, /^Delete oak-elm/).click();
  await expect(toast(page, 'Cannot delete domain marked as primary.')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await primary(page, 0).click();
  await button(page, /^Save/).click();
  await expect(toast(page, 'You must specify a primary domain.')).toBeVisible();
  await button(page, /^Delete oak-elm/).click();
  await expect(rows(page)).toHaveCount(0);
  await button(page, /^Save/).click();
  await expect(toast(page, 'You must specify a domain or remove the Coach Portal service.')).toBeVisible();
  expect(sent()).toEqual([]);
  await page.getByRole('link', { name: 'Oak & Elm' }).click();
  await expect(page.getByText('Do you really want to leave? you have unsaved changes!')).toBeVisible();
  await button(page, 'Leave').click();
  await expect(page).toHaveURL(`${server.url}/tenant/${whole}`);
});

test('errors of the server about domains are shown as toasts and beside the fields [SVC-32]', async ({ page }) => {
  await open(page, whole, '/homeportal2');
  await host(page, 0).fill('oak-elm.coachportal.co.uk');
  await button(page, 'Add domain').click();
  await page.keyboard.type('no host');
  await button(page, /^Save/).click();
  const faults = [
    'no host is not a valid host name. Write it like tenant.example.com.',
    'oak-elm.coachportal.co.uk already belongs to Oak & Elm Coach Portal.',
  ];
  for (const fault of faults) await expect(toast(page, fault)).toHaveCount(1);
  await expect(rows(page).nth(1)).toContainText(faults[0] ?? '');
  await expect(rows(page).nth(0)).toContainText(faults[1] ?? '');
  await expect(host(page, 1)).toHaveValue('no host');
  await expectAccessibleAtBothWidths(page);
});

test('every card leads to its page, with its own name and the selects of its types in the region of the tenant; a portal has edit and delete, its site, and no config [SVC-33..37, SVC-40..48, SVC-51, TEN-49, TEN-50]', async ({
  page,
}) => {
  await open(page, whole);
  for (const { slug, displayName, configLabel, environmentTypes, hasCertificate, urlSuffixes, config } of SERVICES) {
    const card = page.locator('section').and(page.getByRole('region', { name: displayName, exact: true }));
    await expect(card.getByRole('button', { name: `Delete ${displayName}` })).toBeVisible();
    if (config === null) {
      await expect(card.getByRole('link', { name: `oak-elm${urlSuffixes[0]}` })).toBeVisible();
      await expect(card.getByRole('link', { name: 'Config' })).toHaveCount(0);
      await expect(card.getByRole('button', { name: /^Commit/ })).toHaveCount(0);
    }
    await card.getByRole('link', { name: `Edit ${displayName}` }).click();
    await expect(page).toHaveURL(`${server.url}/tenant/${whole}/${slug}`);
    await expect(page.getByRole('heading', { name: `${configLabel} settings`, level: 1 })).toBeVisible();
    for (const [role, label] of [
      ['web', 'Web environment'],
      ['worker', 'Worker environment'],
      ['sns', 'SNS environment'],
    ] as const) {
      const type = environmentTypes[role];
      const select = page.getByLabel(label);
      if (type === null) await expect(select).toHaveCount(0);
      else await expect(select.locator('option')).toHaveText(['None', ...namesOf(type, slug)]);
    }
    expect(namesOf(environmentTypes.web, slug)).not.toEqual([]);
    await expect(page.getByLabel('Certificate')).toHaveCount(hasCertificate ? 1 : 0);
    const primaryHost = await host(page, 0).inputValue();
    await expect(page.getByRole('main').getByRole('link', { name: `https://${primaryHost}` })).toBeVisible();
    await page.goBack();
  }
});

test('a missing and an unknown service show not found', async ({ page }) => {
  const bare = await addTenant(operator, 'Hazel Grove');
  await open(page, bare, '/parentportal');
  await expect(page.getByText('Hazel Grove has no Parent Portal service')).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('main').getByRole('link', { name: 'Go to Hazel Grove' }).click();
  await expect(button(page, 'Add service')).toBeVisible();
  await open(page, bare, '/kiosk');
  await expect(page.getByRole('heading', { name: 'Error - page not found' })).toBeVisible();
});
