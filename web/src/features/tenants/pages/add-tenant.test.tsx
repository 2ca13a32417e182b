import { selectTenants } from '@mission-control/contract/tenants/calls';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { queryOf } from '../../../lib/api/query.ts';
import { fakeError, holdResponses, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { testRow } from '../testing/tenant.ts';
import { TenantListPage } from './tenant-list-page.tsx';

// Loaded on demand; the first load takes longer than a test waits.
beforeAll(() => import('../parts/list/add-tenant-dialog.tsx'));

const REGIONS = [
  { _id: 1, region_name: 'eu-west-1', description: 'Europe (Ireland)' },
  { _id: 2, region_name: 'us-east-1', description: '' },
];

async function openDialog(answer: FakeResponse, regions = REGIONS) {
  const arrived = startFakeServer({
    'GET /api/tenant': { tenants: [testRow(1)] },
    'GET /api/region': { regions },
    'GET /api/accounts': { accounts: regions.length === 0 ? [] : [{ _id: 1, trading_name: 'Brimham & Dale' }] },
    'GET /api/tenant/select': { tenants: [] },
    'PUT /api/tenant/': answer,
  });
  const { router, client } = await renderPage('/tenant', TenantListPage, '/tenant');
  await userEvent.click(await screen.findByRole('button', { name: 'Add tenant' }));
  const dialog = () => document.querySelector('[role="dialog"]');
  await waitFor(() => expect(dialog()?.textContent).toContain(regions.at(-1)?.region_name ?? 'no region yet'));
  const field = (name: string) => {
    const label = [...(dialog()?.querySelectorAll('label') ?? [])].find((one) => one.textContent === name);
    return document.getElementById(label?.getAttribute('for') ?? '');
  };
  const submit = () => {
    const button = dialog()?.querySelector<HTMLElement>('button[type="submit"]');
    if (!button) throw new Error('There is no dialog to send.');
    button.click();
  };
  const sent = () => arrived.filter(({ call }) => call === 'PUT /api/tenant/').map(({ body }) => body);
  return { router, client, dialog, field, submit, sent };
}

const said = () => document.body.textContent;

describe('adding a tenant', () => {
  it('asks for tenant, region and account in a dialog kept in the address [TLS-47, TLS-48]', async () => {
    const { field, router } = await openDialog({});
    expect(field('Name')?.tagName).toBe('INPUT');
    expect(field('Region')?.tagName).toBe('SELECT');
    await waitFor(() => expect(field('Account')).toHaveProperty('value', 'Brimham & Dale'));
    expect(router.state.location.search).toEqual({ dialog: 'add' });
  });

  it('sends the form once, even with an empty name, with region 1 and account 1 [TLS-49, TLS-50, TLS-54]', async () => {
    const { submit, sent } = await openDialog({ tenant: 'New', id: 31 });
    submit();
    submit();
    await waitFor(() => expect(sent()).toEqual([{ tenant: '', region: 1, account: 1 }]));
  });

  it('states the first step in an empty console, and offers nothing that does not exist', async () => {
    const { dialog } = await openDialog({}, []);
    await waitFor(() => expect(dialog()?.textContent).toContain('set INVENTORY_FILE to its file'));
    await waitFor(() => expect(dialog()?.innerHTML).not.toContain('#1'));
    expect(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Add tenant' }).getAttribute('aria-disabled'),
    ).toBe('true');
  });

  it('starts with the first region if there is no region 1', async () => {
    const { submit, sent } = await openDialog({ tenant: 'New', id: 31 }, REGIONS.slice(1));
    submit();
    await waitFor(() => expect(sent()).toEqual([{ tenant: '', region: 2, account: 1 }]));
  });

  it('reports success with a link to the tenant [TLS-57]', async () => {
    const { submit, dialog } = await openDialog({ tenant: 'Brimham Active', id: 31 });
    submit();
    await waitFor(() => expect(said()).toContain('Successfully created tenant `Brimham Active`'));
    await waitFor(() => expect(dialog()).toBeNull());
  });

  it.each([
    ['the tenant that was opened meanwhile', '/tenant/1'],
    ['the dialog that was opened meanwhile', '/tenant?dialog=add'],
  ])('reports a late success, and leaves %s alone', async (_what, address) => {
    const { submit, dialog, router } = await openDialog({ tenant: 'Brimham Active', id: 31 });
    const release = holdResponses('/api/tenant/');
    submit();
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog()).toBeNull());
    await router.navigate({ to: address } as never);
    release();
    await waitFor(() => expect(said()).toContain('Successfully created tenant `Brimham Active`'));
    expect(router.latestLocation.href).toBe(address);
  });

  it('makes what depends on the set of tenants stale', async () => {
    const { submit, client } = await openDialog({ tenant: 'New', id: 31 });
    const names = queryOf(selectTenants, {});
    await client.query(names);
    submit();
    await waitFor(() => expect(client.getQueryState(names.queryKey)?.isInvalidated).toBe(true));
  });

  it.each([
    [400, { msg: 'There is already a tenant named Dale.' }, 'There is already a tenant named Dale.'],
    [500, { error: 'The database does not respond.', code: 'internal' }, 'The database does not respond.'],
  ])('closes on %i and shows why as a toast [TLS-55, TLS-56]', async (status, body, text) => {
    const { submit, dialog } = await openDialog(fakeError(status, body));
    submit();
    await waitFor(() => expect(said()).toContain(text));
    await waitFor(() => expect(dialog()).toBeNull());
  });
});
