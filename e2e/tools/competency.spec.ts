import { expect, test, type Page } from '@playwright/test';
import { listTenants } from '../support/fleet.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '../support/screens.ts';
import { apiRequests, hostConsole, signInBrowser } from '../support/signed-in.ts';

// The fleet reports its levels, groups and competencies.
const { server, operator } = hostConsole({ SANDBOX_REPORTS: 'on' });

interface Named {
  id: number;
  name: string;
}
interface Mapping {
  mapping: { from_structure: { levels: Named[] }; map: { levels: Record<string, number> } };
  selects: { levels: Named[] };
}

async function chooseTenant(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
}

test('an operator creates a mapping, somebody without a sign-in fills it in, and the lock protects it [CMP-01] [CMP-02] [CMP-04] [CMP-06] [CMP-07] [CMP-08] [TOOL-03] [SHELL-07]', async ({
  page,
  context,
  browser,
}) => {
  const tenants = await listTenants(operator);
  const [from, to] = tenants.filter((tenant) => tenant.cpweb_name !== null && tenant.tenant_status === '1');
  if (!from || !to) throw new Error('The fleet has no two tenants with a CoursePro.');
  const created = await operator.call('PUT', '/api/competency-mapping/', { from: from._id, to: to._id });
  const { hash } = created.body as { hash: string };
  const read = async () => (await fetch(`${server.url}/api/competency-mapping/${hash}`)).json() as Promise<Mapping>;
  await expect
    .poll(
      async () => Math.min((await read()).mapping.from_structure.levels.length, (await read()).selects.levels.length),
      {
        timeout: 60_000,
      },
    )
    .toBeGreaterThan(0);

  await signInBrowser(context);
  await page.goto(`${server.url}/tools`);
  await page.getByRole('link', { name: 'Competency mapper', exact: true }).click();
  await expect(page).toHaveURL(`${server.url}/tools/mapper`);
  await expect(page.getByRole('heading', { name: 'Competency mapping', level: 1 })).toBeVisible();
  const table = page.getByRole('table', { name: 'Competency mappings' });
  await expect(table.locator('tbody').getByRole('row')).toHaveCount(1);
  await expectAccessibleAtBothWidths(page);

  const requests = apiRequests(page);
  await page.getByRole('button', { name: 'Create mapping' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create mapping' });
  await chooseTenant(page, 'From', from.tenant_name);
  expect(requests.map(({ name }) => name)).toContain('GET /api/dashboard/stats/tenants');
  await chooseTenant(page, 'To', from.tenant_name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Choose two different tenants')).toBeVisible();
  await chooseTenant(page, 'To', to.tenant_name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText(`Successfully created mapping ${from.tenant_name}->${to.tenant_name}`)).toBeVisible();
  await expect(table.locator('tbody').getByRole('row')).toHaveCount(2);
  for (let made = 2; made < 11; made += 1)
    await operator.call('PUT', '/api/competency-mapping/', { from: to._id, to: from._id });
  await expect(page.getByText('1–10 of 11')).toBeVisible();

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${server.url}/competency-mapping/${hash}`);
  await expect(stranger).toHaveURL(`${server.url}/competency-mapping/${hash}`);
  await expect(stranger.getByText(`From ${from.tenant_name}`)).toBeVisible();
  const structure = await read();
  const [source, target] = [structure.mapping.from_structure.levels[0], structure.selects.levels[0]];
  if (!source || !target) throw new Error('There are no levels.');
  const levels = stranger.getByRole('table', { name: 'Levels' });
  await levels.getByLabel(`${source.name} at ${to.tenant_name}`).selectOption(target.name);
  await expect(stranger.getByText('All choices are saved')).toBeVisible();
  await expect.poll(async () => (await read()).mapping.map.levels).toEqual({ [source.id]: target.id });
  await expectAccessibleAtBothWidths(stranger);

  await page.goto(`${server.url}/tools/mapper?page=2`);
  await page.getByRole('button', { name: `Lock ${from.tenant_name}->${to.tenant_name}` }).click();
  await expect(page.getByText(`Mapping ${from.tenant_name}->${to.tenant_name} locked`)).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByText('This mapping is locked.')).toBeVisible();
  await expect(levels.getByRole('row', { name: source.name })).toContainText(target.name);
  await expect(stranger.locator('select')).toHaveCount(0);
  await expectAccessibleAtBothWidths(stranger);
  await stranger.goto(`${server.url}/competency-mapping/${'0'.repeat(64)}`);
  await expect(stranger.getByText('There is no such mapping')).toBeVisible();
});
