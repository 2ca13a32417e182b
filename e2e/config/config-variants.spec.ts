import { CONFIG_KINDS, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { ConfigItem, KeyMeta } from '@mission-control/contract/config/schema';
import { expect, test, type Page } from '@playwright/test';
import {
  addSetting,
  cellsOf,
  find,
  noteRequests,
  openSetting,
  rowOf,
  said,
  saveButton,
  toasts,
} from '../support/config-screen.ts';
import { addTenant, listDatabases } from '../support/fleet.ts';
import { editSetting, expectAccessibleAtBothWidths, save } from '../support/screens.ts';
import { hostSignedIn } from '../support/signed-in.ts';

const { server, operator } = hostSignedIn();
let id: number;
test.beforeAll(async () => {
  id = await addTenantWithAll('Seven & Co');
});

/** A tenant with all services that have a config; all configs but HomePortal's are empty. */
async function addTenantWithAll(name: string): Promise<number> {
  const tenant = await addTenant(operator, name);
  const [database] = await listDatabases(operator, 'insight');
  const coursepro = { database: (await listDatabases(operator, 'coursepro')).at(-1), bridge: 'xnrest' };
  for (const service of new Set(CONFIG_KINDS.map((kind) => kind.service))) {
    const choice = { coursepro, insight: { database } }[service] ?? {};
    const answer = await operator.call('POST', `/api/tenant/${tenant}/${service}`, { initialize: true, ...choice });
    expect([service, answer.status]).toEqual([service, 200]);
  }
  for (const { slug } of CONFIG_KINDS) {
    const items = await itemsOf(tenant, slug);
    if (items.length > 0) await post(tenant, slug, { removed: items.map((item) => item.key) });
  }
  await post(tenant, 'homeportal', { added: [{ key: 'HP_TITLE', value: 'Seven', type: 1 }] });
  return tenant;
}

async function itemsOf(tenant: number, kind: ConfigKindSlug): Promise<ConfigItem[]> {
  return (await operator.call('GET', `/api/tenant/${tenant}/${kind}`)).body as ConfigItem[];
}
async function post(tenant: number, kind: ConfigKindSlug, diff: object): Promise<void> {
  expect(await operator.call('POST', `/api/tenant/${tenant}/${kind}`, diff)).toMatchObject({ status: 200 });
}
async function open(page: Page, kind: string): Promise<void> {
  await page.goto(`${server.url}/tenant/${id}/${kind}/config`);
  await expect(page.getByRole('button', { name: 'Download JSON' })).toBeVisible();
}

const HP2_KEYS =
  'asset_path available_languages currencyIso default_language enableI18nInheritance homeportalRedirectUrl onlinejoining paymentRedirectUrlBase postcodeEnabled postfixApi prefixApi tenant_footer tenant_logo tenant_name theme_name';
const LICENCE_KEYS =
  'centres courses client config ENABLE_HP2_API ENABLE_HOMEPORTAL_BASKET disable_terms distributor expires product';
/** Values accepted by the sandbox's keys where the documents give none. */
const CHOSEN: Partial<Record<string, string>> = {
  enableI18nInheritance: 'False',
  onlinejoining: 'False',
  postcodeEnabled: 'False',
  theme_name: 'default',
  ENABLE_HP2_API: 'True',
  ENABLE_HOMEPORTAL_BASKET: 'False',
  disable_terms: 'False',
  USE_DB_TENANT: 'False',
};
const VARIANTS = [
  { slug: 'coursepro', ledger: '[CFG-10]', keys: null, values: {} },
  { slug: 'homeportal', ledger: '[CFG-11]', keys: null, values: {} },
  {
    slug: 'homeportal2',
    ledger: '[CFG-12, CFG-54, CFG-55, CFG-56]',
    keys: HP2_KEYS,
    values: { currencyIso: 'GBP', default_language: 'en', tenant_name: 'Seven & Co' },
  },
  {
    slug: 'licence',
    ledger: '[CFG-13, CFG-57, CFG-58]',
    keys: LICENCE_KEYS,
    values: { centres: 'unlimited', courses: 'unlimited', client: 'Seven & Co' },
  },
  { slug: 'strive', ledger: '[CFG-14, CFG-59]', keys: 'USE_DB_TENANT', values: {} },
  {
    slug: 'insight',
    ledger: '[CFG-15, CFG-60]',
    keys: 'DB_HOST DB_DATABASE DB_USERNAME DB_PASSWORD',
    values: {},
  },
  { slug: 'commsportal', ledger: '[CFG-16, CFG-61]', keys: null, values: {} },
] as const;

test('there are seven variants with label, suffix and tab, in this order [CFG-17]', () => {
  expect(CONFIG_KINDS.map(({ slug, tabIndex }) => [slug, tabIndex])).toEqual(
    VARIANTS.map(({ slug }, index) => [slug, index]),
  );
});

for (const { slug, ledger, keys, values } of VARIANTS) {
  test(`the ${slug} editor uses the calls of its suffix and injects its template ${ledger} [CFG-17, CFG-18, CFG-62]`, async ({
    page,
  }) => {
    const asked = noteRequests(page, /^\/api\/(tenant|keys)\//);
    const label = CONFIG_KINDS.find((kind) => kind.slug === slug)?.label;
    await open(page, slug);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${label} config`);
    const own = [`GET /api/tenant/${id}/${slug}`, `GET /api/tenant/${id}/${slug}/state`, `GET /api/keys/${slug}`];
    expect(asked).toEqual(expect.arrayContaining(own));
    expect(asked.filter((call) => /\/api\/keys\//.test(call))).toEqual([`GET /api/keys/${slug}`]);
    await expect(page.getByRole('button', { name: 'Generate Cache' })).toHaveCount(slug === 'homeportal' ? 1 : 0);
    if (slug === 'homeportal') return;

    const inject = page.getByRole('button', { name: 'Inject Default Template' });
    await inject.click();
    if (keys === null) {
      await expect(toasts(page, 'notice')).toHaveText(`There is no default template for a ${label} config.`);
      await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true');
      return;
    }
    await expect(inject).toBeHidden();
    await expect(saveButton(page)).toHaveText(`Save${keys.split(' ').length}`);
    for (const [key, value] of Object.entries(values)) {
      await find(page, key);
      await expect(cellsOf(page, key).nth(2)).toHaveText(value);
    }
    expect(asked.filter((call) => !call.startsWith('GET'))).toEqual([]);
    await save(page);
    await expect(said(page, 'good')).toHaveText('Config successfully saved');
    expect(asked).toContain(`POST /api/tenant/${id}/${slug}`);
    const stored = await itemsOf(id, slug);
    expect(stored.map((item) => item.key).toSorted()).toEqual(keys.split(' ').toSorted());
    expect(stored).toMatchObject(
      stored.map(({ key }) => ({ tenant_id: id, value: (values as Record<string, string>)[key] ?? CHOSEN[key] ?? '' })),
    );
  });
}

test('the add dialog searches known keys by name and description [CFG-30]', async ({ page }) => {
  const { body } = await operator.call('GET', '/api/keys/homeportal');
  const ttl = (body as { keys: KeyMeta[] }).keys.find((key) => key.key_name === 'HP_CACHE_TTL');
  await open(page, 'homeportal');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add setting' });
  await dialog.getByLabel('Name').fill('responses of coursepro');
  const suggested = page.getByRole('listbox').getByRole('option');
  await expect(suggested).toHaveText([`HP_CACHE_TTL${ttl?.description ?? 'no description'}`]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Name')).toHaveValue('HP_CACHE_TTL');
  await expect(dialog).toContainText(ttl?.description ?? 'no description');
  await expect(dialog.getByLabel('Type').locator('option:checked')).toHaveText('Known Constant');
  // Existing settings are not suggested.
  await dialog.getByLabel('Name').fill('HP_TITLE');
  await expect(suggested).toHaveCount(0);
});

test('a setting that needs another one says so in its row, in its dialog and in the validation [CFG-52]', async ({
  page,
}) => {
  const before = await itemsOf(id, 'licence');
  if (before.length > 0) await post(id, 'licence', { removed: before.map((item) => item.key) });
  const keys = ['ENABLE_HP2_API', 'ENABLE_HOMEPORTAL_BASKET'];
  await post(id, 'licence', { added: keys.map((key) => ({ key, value: 'False', type: 1 })) });
  const warning = 'ENABLE_HOMEPORTAL_BASKET requires ENABLE_HP2_API to be true (Currently False)';
  const { body } = await operator.call('GET', `/api/tenant/${id}/licence/validate`);
  expect(body).toEqual({ valid: true, errors: [], warnings: [warning] });
  await open(page, 'licence');
  await expect(rowOf(page, 'ENABLE_HOMEPORTAL_BASKET')).toContainText(warning);
  const dialog = await openSetting(page, 'ENABLE_HOMEPORTAL_BASKET');
  await expect(dialog).toContainText(warning);
  await page.keyboard.press('Escape');
  const needed = await openSetting(page, 'ENABLE_HP2_API');
  await needed.getByLabel('Value').selectOption({ label: 'True' });
  await needed.getByRole('button', { name: 'Apply' }).click();
  await find(page, '');
  await expect(rowOf(page, 'ENABLE_HOMEPORTAL_BASKET')).not.toContainText('requires');
});

test.describe('the cache of HomePortal', () => {
  const generate = (page: Page) => page.getByRole('button', { name: 'Generate Cache' });
  const kept = (page: Page) => page.evaluate((key) => sessionStorage.getItem(key), `homeportal-cache:${id}`);
  const flag = (page: Page) => page.getByText('Unsaved against the cached config');

  test('is requested by the button, survives a reload, and is refetched after a save [CFG-11, CFG-37]', async ({
    page,
  }) => {
    await open(page, 'homeportal');
    const asked = noteRequests(page, /\/homeportal\/cache$/);
    const answered = page.waitForResponse(/\/homeportal\/cache$/);
    await generate(page).click();
    expect((await answered).headers()['cache-control']).toBe('no-store');
    await expect(toasts(page, 'good')).toContainText('Cache generated');
    expect(asked).toEqual([`GET /api/tenant/${id}/homeportal/cache`]);
    expect(JSON.parse((await kept(page)) ?? '')).toMatchObject({ items: [{ key: 'HP_TITLE', value: 'Seven' }] });
    await expect(page.getByText(/^Cached /)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^Cached /)).toBeVisible();
    await expectAccessibleAtBothWidths(page);

    await editSetting(page, 'HP_TITLE', 'Eight');
    await expect(saveButton(page)).not.toHaveAttribute('aria-disabled');
    await save(page);
    await expect(toasts(page, 'good')).toContainText('Config successfully saved');
    await expect.poll(() => kept(page)).toContain('Eight');
    await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(flag(page)).toHaveCount(0);
  });

  test('is the baseline of the flag until somebody saves a newer revision [CFG-36]', async ({ page }) => {
    await open(page, 'homeportal');
    await page.route('**/homeportal/cache', async (route) => {
      const response = await route.fetch();
      const items = (await response.json()) as ConfigItem[];
      await route.fulfill({ response, json: items.map((item) => ({ ...item, value: 'from the cache' })) });
    });
    await generate(page).click();
    await expect(flag(page)).toBeVisible();
    await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true');
    await editSetting(page, 'HP_TITLE', 'from the cache');
    await expect(flag(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(flag(page)).toBeVisible();
    await post(id, 'homeportal', { changed: [{ key: 'HP_TITLE', value: 'Nine', type: 1 }] });
    await expect(cellsOf(page, 'HP_TITLE').nth(2)).toHaveText('Nine');
    await expect(flag(page)).toHaveCount(0);
  });

  test('is ignored when the stored value is corrupt', async ({ page }) => {
    await open(page, 'homeportal');
    await page.evaluate((key) => sessionStorage.setItem(key, '{"items":['), `homeportal-cache:${id}`);
    await page.reload();
    await expect(rowOf(page, 'HP_TITLE')).toBeVisible();
    await addSetting(page, 'HP_TERMS_URL', 'x');
    await expect(saveButton(page)).toHaveText('Save1');
    await expect(page.getByText(/^Cached /)).toHaveCount(0);
  });
});
