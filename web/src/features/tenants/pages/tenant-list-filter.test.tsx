import type { TenantRow } from '@mission-control/contract/tenants/schema';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeError, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { testRow } from '../testing/tenant.ts';
import { TenantListPage } from './tenant-list-page.tsx';

/** Twelve tenants: five in Europe of which one is inactive, seven in America; the odd ones have Strive. */
const TWELVE = Array.from({ length: 12 }, (_, index) =>
  testRow(index + 1, {
    region: index < 5 ? 'eu-west-1' : 'us-east-1',
    tenant_status: index === 0 ? '0' : '1',
    strive_tenant: index % 2 === 1,
    environment_ids: index < 2 ? [7] : [8],
  }),
);

async function openFilter(
  address: string,
  tenants: TenantRow[] = TWELVE,
  more: Parameters<typeof startFakeServer>[0] = {},
) {
  startFakeServer({
    ...more,
    'GET /api/tenant': { tenants },
    'GET /api/environment/fast': {
      environments: [
        {
          _id: 7,
          environment_name: 'eu-prod-web-07',
          environment_id: 'i-7',
          group_name: '',
          type: 1,
          region: { _id: 1, region_name: 'eu-west-1', description: '' },
          fqdn: '',
        },
      ],
    },
  });
  const opened = await renderPage('/tenant', TenantListPage, address);
  const { page } = opened;
  await waitFor(() =>
    expect(page.querySelector('tbody tr[data-opens], [role="status"] h2, [role="alert"] h2')).not.toBeNull(),
  );
  const rows = () => page.querySelectorAll('tbody tr[data-opens]').length;
  const group = (name: string) => {
    const found = page.querySelector<HTMLElement>(`[role="group"][aria-label="${name}"]`);
    if (!found) throw new Error(`There is no group ${name}.`);
    return found;
  };
  const chips = (name: string) =>
    [...group(name).querySelectorAll('button[aria-pressed]')].map((chip) => chip.textContent);
  return { ...opened, rows, group, chips };
}

describe('the filter of the tenant list', () => {
  it('works at an address that ends in a slash', async () => {
    const { router } = await openFilter('/tenant/');
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ panel: 'filter' }));
  });

  it('opens below the toolbar with the eleven groups, and closes by Esc [TLS-25]', async () => {
    const { page, router } = await openFilter('/tenant');
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(page.querySelectorAll('[aria-label="Filters"] [role="group"]')).toHaveLength(11));
    expect([...page.querySelectorAll('[aria-label="Filters"] h2')].map((name) => name.textContent)).toEqual([
      'Region',
      'Group',
      'Account',
      'Service',
      'Version',
      'CP DB Version',
      'CP DB Label',
      'CP Bridge',
      'CP Env',
      'Insight Env',
      'Comms Portal Env',
    ]);
    expect(router.state.location.search).toEqual({ panel: 'filter' });
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await waitFor(() => expect(page.querySelector('[aria-label="Filters"]')).toBeNull());
    expect(router.state.location.search).toEqual({});
  });

  it('restricts the rows to the choices, shows how many it hides, and recounts the other groups [TLS-26, TLS-29, TLS-37]', async () => {
    const { page, rows, group, chips, router } = await openFilter('/tenant?panel=filter');
    expect(chips('Region')).toEqual(['us-east-1' + '7', 'eu-west-1' + '4']);
    await userEvent.click(within(group('Region')).getByRole('button', { name: 'eu-west-1 4' }));
    await waitFor(() => expect(rows()).toBe(4));
    expect(page.textContent).toContain('(8 items hidden)');
    expect(chips('Region')).toEqual(['us-east-1' + '7', 'eu-west-1' + '4']);
    expect(chips('Service')).toContain('SStrive' + '2');
    await userEvent.click(within(group('Service')).getByRole('button', { name: 'Strive 2' }));
    await waitFor(() => expect(rows()).toBe(2));
    expect(router.state.location.search).toEqual({ panel: 'filter', region: 'eu-west-1', service: 'strive' });
    await userEvent.click(within(group('Region')).getByRole('button', { name: 'us-east-1 4' }));
    await waitFor(() => expect(page.textContent).toContain('(6 items hidden)'));
  });

  it('is removed by its chip, and as a whole by Clear', async () => {
    const { rows, router } = await openFilter('/tenant?region=eu-west-1&service=strive&inactive=true');
    expect(rows()).toBe(2);
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Service' }));
    await waitFor(() => expect(rows()).toBe(5));
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ inactive: true }));
  });

  it('is remembered for the plain address; filters in the address win [TLS-43]', async () => {
    const first = await openFilter('/tenant?panel=filter');
    await userEvent.click(within(first.group('Region')).getByRole('button', { name: 'eu-west-1 4' }));
    await waitFor(() => expect(localStorage.getItem('tenantListFilter')).not.toBeNull());
    expect(JSON.parse(localStorage.getItem('tenantListFilter') ?? '')).toEqual({
      filter: { region: ['eu-west-1'] },
      showInactive: false,
    });
    expect((await openFilter('/tenant')).rows()).toBe(4);
    expect((await openFilter('/tenant?region=us-east-1')).rows()).toBe(7);
  });

  it('ignores hostile stored content', async () => {
    localStorage.setItem('tenantListFilter', '{"filter":{"__proto__":["x"],"region":{"a":1}},"showInactive":1}');
    expect((await openFilter('/tenant')).page.textContent).toContain('1–10 of 11');
  });

  it('narrows to an environment by its name, and back to all', async () => {
    const { page, rows, router } = await openFilter('/tenant?environment=7');
    expect(rows()).toBe(1);
    await waitFor(() => expect(page.textContent).toContain('Environment eu-prod-web-07'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Environment' }));
    await waitFor(() => expect(page.textContent).toContain('1–10 of 11'));
    expect(router.state.location.search).toEqual({});
  });

  it('narrows to the tenants counted by a number of the dashboard, and back to all', async () => {
    const never = { 'GET /api/dashboard/stats/coverage?reports=never': { data: [3, 5, 8] } };
    const { page, rows, router } = await openFilter('/tenant?reports=never', TWELVE, never);
    await waitFor(() => expect(rows()).toBe(3));
    expect(page.textContent).toContain('Members never reported');
    expect(page.textContent).toContain('(9 items hidden)');
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Members' }));
    await waitFor(() => expect(page.textContent).toContain('1–10 of 11'));
    expect(router.state.location.search).toEqual({});
  });

  it('shows no tenants while the matching ones are unknown', async () => {
    let broken = true;
    const { page, rows } = await openFilter('/tenant?reports=stale', TWELVE, {
      'GET /api/dashboard/stats/coverage?reports=stale': () =>
        broken ? fakeError(500, { error: 'It broke.', code: 'internal' }) : { data: [2] },
    });
    await waitFor(() => expect(page.textContent).toContain('It broke.'));
    expect(rows()).toBe(0);
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(rows()).toBe(1));
  });

  it('states that no tenant is left when all have reported', async () => {
    const none = { 'GET /api/dashboard/stats/coverage?reports=stale': { data: [] } };
    const { page } = await openFilter('/tenant?reports=stale', TWELVE, none);
    await waitFor(() => expect(page.textContent).toContain('Nothing matches members stale.'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(page.textContent).toContain('1–10 of 11'));
  });

  it('expands a long group and makes it searchable', async () => {
    const many = Array.from({ length: 30 }, (_, id) => testRow(id + 1, { account_name: `Account ${id + 1}` }));
    const { page, group, chips } = await openFilter('/tenant?panel=filter&account=Account 30', many);
    expect(chips('Account')).toEqual(['Account 1' + '1', 'Account 2' + '1', 'Account 3' + '1', 'Account 30' + '1']);
    await userEvent.click(within(group('Account')).getByRole('button', { name: '26 more' }));
    await waitFor(() => expect(chips('Account')).toHaveLength(30));
    expect(page.querySelector('input[aria-label="Search Account"]')).not.toBeNull();
  });

  it('names the filters that leave no row, and counts the search [TLS-42]', async () => {
    const { page } = await openFilter('/tenant?q=zzzz&region=eu-west-1');
    expect(page.textContent).toContain('No results found. (12 items filtered)');
    expect(page.textContent).toContain('Nothing matches “zzzz” together with Region eu-west-1.');
  });
});
