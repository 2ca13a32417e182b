import type { AttentionReason } from '@mission-control/contract/attention/schema';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { holdResponses, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { testRow } from '../testing/tenant.ts';
import { TenantListPage } from './tenant-list-page.tsx';

const nameOf = (id: number) => `Tenant ${String(id).padStart(2, '0')}`;
const TENANTS = Array.from({ length: 12 }, (_, at) => testRow(at + 1, { tenant_name: nameOf(at + 1) }));
const reason = (text: string): AttentionReason => ({
  kind: 'drift',
  severity: 'bad',
  text,
  since: null,
  path: '/drift',
});
const needs = (...ids: number[]) => ({
  needing: 7,
  counts: {},
  tenants: ids.map((id) => ({ id, tenant_name: nameOf(id), reasons: [reason(`${nameOf(id)} differs`)] })),
});
const FIRST = 'GET /api/attention?tenants=1%2C2%2C3%2C4%2C5%2C6%2C7%2C8%2C9%2C10';
const SECOND = 'GET /api/attention?tenants=11%2C12';

it('keeps the place of the number of tenants that need attention until it is known, so that the list does not move', async () => {
  startFakeServer({ 'GET /api/tenant': { tenants: TENANTS }, [FIRST]: needs(2) });
  const endReads = holdResponses(FIRST.slice(4));
  await renderPage('/tenant', TenantListPage, '/tenant');
  const button = await screen.findByRole('button', { name: 'Needs attention' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  endReads();
  await waitFor(() => expect(button.textContent).toBe('Needs attention7'));
  expect(button.getAttribute('aria-disabled')).toBeNull();
});

it('requests the reasons only of the tenants on the page, and marks those that need attention', async () => {
  const arrived = startFakeServer({
    'GET /api/tenant': { tenants: TENANTS },
    [FIRST]: needs(2),
    [SECOND]: needs(12),
    'GET /api/attention?reason=any': needs(2, 12),
  });
  const asked = () => arrived.map(({ call }) => call).filter((call) => call.includes('attention'));
  await renderPage('/tenant', TenantListPage, '/tenant');
  expect(await screen.findByRole('img', { name: 'Needs attention: Tenant 02 differs' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Needs attention/ }).textContent).toContain('7');
  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(await screen.findByRole('img', { name: 'Needs attention: Tenant 12 differs' })).toBeTruthy();
  expect(screen.queryByRole('img', { name: /Tenant 02/ })).toBeNull();
  expect(asked()).toEqual([FIRST, SECOND]);

  // Narrowed to tenants that need attention, the list shows the reasons in a column and reads all of them.
  await userEvent.click(screen.getByRole('button', { name: /Needs attention/ }));
  await waitFor(() => expect(screen.getAllByRole('link', { name: /differs$/ })).toHaveLength(2));
  expect(asked()).toContain('GET /api/attention?reason=any');
});
