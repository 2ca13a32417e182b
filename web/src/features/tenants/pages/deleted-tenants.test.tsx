import type { DeletedTenant } from '@mission-control/contract/tenants/schema';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeError, fakeFailure, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { testTenant } from '../testing/tenant.ts';
import { TenantListPage } from './tenant-list-page.tsx';

const deleted = (id: number, part: Partial<DeletedTenant> = {}): DeletedTenant => ({
  _id: id,
  tenant_name: `Tenant ${id}`,
  account_name: 'Brimham & Dale',
  region: 'eu-west-1',
  deployment_group: 'production',
  services: ['coursepro', 'strive'],
  deleted_at: '2026-11-20T12:00:00.000Z',
  deleted_by: 'Amelia Hart',
  purge_at: '2026-12-20T12:00:00.000Z',
  ...part,
});

async function openDeleted(answer: FakeResponse, restore: FakeResponse = { tenant: testTenant() }, search = '') {
  const arrived = startFakeServer({
    'GET /api/tenant': { tenants: [] },
    'GET /api/tenant/deleted': answer,
    'POST /api/tenant/7/restore': restore,
  });
  const opened = await renderPage('/tenant', TenantListPage, `/tenant?view=deleted${search}`);
  const rows = () => [...opened.page.querySelectorAll('tbody tr:not([aria-hidden])')];
  return { ...opened, arrived, rows };
}

describe('the deleted tenants', () => {
  it('show name, deletion and retention, the last deleted first', async () => {
    const { rows } = await openDeleted({
      tenants: [deleted(7), deleted(8, { tenant_name: 'Later', deleted_at: '2026-11-21T10:00:00.000Z' })],
    });
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(rows().map((row) => row.querySelectorAll('td')[1]?.textContent)).toEqual(['Later', 'Tenant 7']);
    const cells = [...(rows()[1]?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent);
    expect([cells[2], cells[3], cells[4]]).toEqual(['Brimham & Dale', 'CS', 'PROD']);
    expect(cells[5]).toContain('by Amelia Hart');
    expect(cells[6]).toContain('purged');
  });

  it('are searched by name, account, region and person', async () => {
    const tenants = [deleted(7, { tenant_name: 'Fenland Training' }), deleted(8, { deleted_by: 'Tom Okafor' })];
    const { rows } = await openDeleted({ tenants }, undefined, '&q=amelia+TRAIN+eu+dale');
    await waitFor(() => expect(rows().map((row) => row.textContent)).toEqual([expect.stringContaining('Fenland')]));
  });

  it('are restored by one click', async () => {
    const { rows, arrived } = await openDeleted({ tenants: [deleted(7)] });
    await waitFor(() => expect(rows()).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Restore Tenant 7' }));
    await waitFor(() => expect(document.body.textContent).toContain('Tenant 7 restored'));
    const calls = arrived.map(({ call }) => call);
    const restored = calls.indexOf('POST /api/tenant/7/restore');
    await waitFor(() => expect(arrived.slice(restored).map(({ call }) => call)).toContain('GET /api/tenant/deleted'));
  });

  it('show why one cannot be restored', async () => {
    const taken = fakeError(409, { error: 'There is another tenant of this name.', code: 'conflict' });
    const { rows } = await openDeleted({ tenants: [deleted(7)] }, taken);
    await waitFor(() => expect(rows()).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Restore Tenant 7' }));
    await waitFor(() => expect(document.body.textContent).toContain('There is another tenant of this name.'));
  });

  it('show an empty state and a failed read', async () => {
    const { page } = await openDeleted({ tenants: [] });
    await waitFor(() => expect(page.textContent).toContain('No deleted tenants'));
    const failed = await openDeleted(fakeFailure());
    await waitFor(() => expect(failed.page.textContent).toContain('The deleted tenants could not be loaded'));
  });

  it('link back to the list', async () => {
    const { router } = await openDeleted({ tenants: [] });
    await userEvent.click(await screen.findByRole('button', { name: 'Tenants' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });
});
