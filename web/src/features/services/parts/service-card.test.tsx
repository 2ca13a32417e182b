import { SERVICES } from '@mission-control/contract/catalogue';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeError } from '../../../lib/testing/fake-server.ts';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { testService, testTenant } from '../../tenants/testing/tenant.ts';
import { coursepro, shown } from '../../tenants/testing/open-tenant.tsx';

const none = { 1: null, 2: null, 3: null, 4: null, 5: null };
const portals = testTenant({
  homeportal_tenant: testService({ web_environment_id: 1 }),
  homeportal2_tenant: testService(),
  coachportal_tenant: testService(),
  organisationportal_tenant: testService(),
  schemeportal_tenant: testService(),
  parentportal_tenant: testService(),
  strive_tenant: testService(),
  insight_tenant: testService({ db_host_label: 'eu-db-ins-01' }),
  commsportal_tenant: testService(),
  coachportal_url: 'https://oak.coachportal.co.uk',
});
const card = (page: ParentNode, name: string): HTMLElement => {
  const found = [...page.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === name);
  if (!found) throw new Error(`There is no card ${name}.`);
  return found;
};
const buttons = (place: ParentNode) =>
  [...place.querySelectorAll<HTMLElement>('button, a[href^="/tenant"]')]
    .filter((one) => one.getAttribute('role') !== 'switch')
    .map((one) => one.getAttribute('aria-label') ?? one.textContent);
const toasts = collectToasts();
const said = () => toasts.map(({ text }) => text);

describe('the card of a service', () => {
  it.each([
    ['HomePortal', ['Edit HomePortal', 'Delete HomePortal', 'Config']],
    ['HomePortal2', ['Edit HomePortal2', 'Delete HomePortal2', 'Config', 'Validate', 'Branding']],
    ['Coach Portal', ['Copy domain oak.coachportal.co.uk', 'Edit Coach Portal', 'Delete Coach Portal']],
    ['Organisation Portal', ['Edit Organisation Portal', 'Delete Organisation Portal']],
    ['Scheme Portal', ['Edit Scheme Portal', 'Delete Scheme Portal']],
    ['Parent Portal', ['Edit Parent Portal', 'Delete Parent Portal']],
    ['Strive', ['Edit Strive', 'Delete Strive', 'Config']],
    ['Insight', ['Edit Insight', 'Delete Insight', 'Copy database host eu-db-ins-01', 'Config']],
    ['Comms Portal', ['Edit Comms Portal', 'Delete Comms Portal', 'Config']],
  ])('%s has its buttons [TEN-48, TEN-49, TEN-50]', async (name, expected) => {
    const { page } = await shown(portals, 'eu-db-ins-01');
    expect(buttons(card(page, name))).toEqual(expected);
  });

  it('links to its config, its branding and its site [TEN-47, TEN-48, TEN-51]', async () => {
    const { page } = await shown(portals, 'eu-db-ins-01');
    expect(within(card(page, 'HomePortal')).getByRole('link', { name: 'Config' }).getAttribute('href')).toBe(
      '/tenant/12/homeportal/config',
    );
    const branding = within(card(page, 'HomePortal2')).getByRole('link', { name: 'Branding' });
    expect(branding.getAttribute('href')).toBe('/tenant/12/homeportal2/branding');
    expect(within(card(page, 'Strive')).getByRole('link', { name: 'Config' }).getAttribute('href')).toBe(
      '/tenant/12/strive/config',
    );
    const site = card(page, 'Coach Portal').querySelector('a[target="_blank"]');
    expect(site?.getAttribute('href')).toBe('https://oak.coachportal.co.uk');
  });

  it.each(SERVICES)('$displayName leads to its domains and environments [TEN-36]', async ({ displayName, slug }) => {
    const all = testTenant(Object.fromEntries(SERVICES.map(({ detailKey }) => [detailKey, testService()])));
    const { page } = await shown(all, displayName);
    const edit = within(card(page, displayName)).getByRole('link', { name: `Edit ${displayName}` });
    expect(edit.getAttribute('href')).toBe(`/tenant/12/${slug}`);
  });

  it.each(['Strive', 'Insight', 'Comms Portal'])('%s has its switches', async (name) => {
    const { page, patches } = await shown(portals, 'eu-db-ins-01');
    await userEvent.click(within(card(page, name)).getByRole('switch', { name: 'Cron' }));
    await waitFor(() => expect(patches()).toHaveLength(1));
    const key = { Strive: 'strive_tenant', Insight: 'insight_tenant' }[name] ?? 'commsportal_tenant';
    expect(patches()[0]).toMatchObject({ [key]: { cron: false } });
  });

  it('has a Commit while the hashes of its index differ [TEN-47, TEN-79]', async () => {
    const tenant = { ...portals, current_hashes: { ...none, 2: 'b', 3: null } };
    const { page } = await shown(tenant, 'eu-db-ins-01');
    expect(buttons(card(page, 'HomePortal'))).toContain('Commit');
    expect(buttons(card(page, 'HomePortal2'))).not.toContain('Commit');
  });
});

describe('the licence of CoursePro', () => {
  it('leads to its config [TEN-41]', async () => {
    const { page } = await shown(coursepro, 'eu-prod-web-03');
    expect(screen.getByRole('link', { name: 'Licence' }).getAttribute('href')).toBe('/tenant/12/licence/config');
    expect(buttons(card(page, 'CoursePro'))).not.toContain('Commit Licence');
  });

  it('can be committed while its hashes differ, after a preview of the file [TEN-42]', async () => {
    const waiting = { ...coursepro, current_hashes: { ...none, 4: 'd' } };
    const { page, arrived } = await shown(waiting, 'Commit Licence', {
      'GET /api/tenant/12/licence/preview': {
        revision: 1,
        content: '{"expires":""}',
        committed: null,
        path: 'licence.json',
        hash: 'd',
        targets: [],
      },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Commit Licence' }));
    await waitFor(() => expect(page.textContent).toContain('Commit Licence config'));
    await waitFor(() => expect(arrived.some(({ call }) => call.endsWith('licence/preview'))).toBe(true));
  });
});

describe('Validate of HomePortal2', () => {
  const validate = async (answer: Record<string, unknown>) => {
    await shown(portals, 'eu-db-ins-01', { 'GET /api/tenant/12/homeportal2/validate': answer });
    await userEvent.click(screen.getByRole('button', { name: 'Validate' }));
  };

  it('reports a valid config [TEN-73, TEN-76]', async () => {
    await validate({ valid: true, errors: [], warnings: [] });
    await waitFor(() => expect(said()).toContain('HomePortal2 Config is valid'));
  });

  it('reports each error and each warning separately [TEN-74, TEN-75]', async () => {
    await validate({ valid: false, errors: ['First fault.', 'Second fault.'], warnings: ['A warning.'] });
    await waitFor(() =>
      expect(toasts).toEqual([
        { text: 'First fault.', meaning: 'error' },
        { text: 'Second fault.', meaning: 'error' },
        { text: 'A warning.', meaning: 'warning' },
      ]),
    );
  });
});

describe('deleting a service', () => {
  const dialog = () => document.querySelector<HTMLElement>('[role="alertdialog"]') ?? document.createElement('div');
  const type = (text: string) => {
    const input = dialog().querySelector('input');
    if (!input) throw new Error('There is nothing to type in.');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const open = async (answer: Parameters<typeof shown>[2], tenant: TenantDetail = coursepro) => {
    const opened = await shown(tenant, 'eu-prod-web-03', answer);
    await userEvent.click(screen.getByRole('button', { name: 'Delete CoursePro' }));
    await waitFor(() => expect(dialog().textContent).toContain('Type the tenant name below to confirm'));
    return opened;
  };
  const confirm = async () => {
    type('Brimham Active');
    await waitFor(() =>
      expect(within(dialog()).getByRole('button', { name: 'Delete service' }).getAttribute('aria-disabled')).toBeNull(),
    );
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Delete service' }));
  };

  it('asks for the name of the tenant [SVC-15]', async () => {
    const { arrived } = await open({});
    type('Brimham');
    expect(within(dialog()).getByRole('button', { name: 'Delete service' }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Delete service' }));
    expect(arrived.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  });

  it('removes the card and reports it [SVC-16]', async () => {
    const { page } = await open({
      'DELETE /api/tenant/12/coursepro': { status: true, tenant: testTenant({ version: 2 }) },
    });
    await confirm();
    await waitFor(() => expect(said()).toContain('CoursePro service deleted'));
    await waitFor(() => expect(page.textContent).toContain('No services configured for tenant.'));
  });

  it.each([
    ['the server says no', { status: false, tenant: coursepro }],
    ['the call fails', fakeError(409, { error: 'It is being published.', code: 'conflict' })],
  ])('says that it failed when %s [SVC-17]', async (_name, answer) => {
    const { page } = await open({ 'DELETE /api/tenant/12/coursepro': answer });
    await confirm();
    await waitFor(() => expect(said()).toContain('CoursePro service could not be deleted'));
    expect(card(page, 'CoursePro')).toBeDefined();
  });
});
