import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeError, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { testRow } from '../testing/tenant.ts';
import { TenantListPage } from './tenant-list-page.tsx';

const AT = '2026-11-20T12:00:00.000Z';
const named = (id: number, name: string) => testRow(id, { tenant_name: name });

async function openPast(then: FakeResponse) {
  const arrived = startFakeServer({
    'GET /api/tenant': { tenants: [named(1, 'Same'), named(2, 'New name'), named(4, 'Added')] },
    [`GET /api/tenant/as-of?at=${encodeURIComponent(AT)}`]: then,
  });
  const opened = await renderPage('/tenant', TenantListPage, `/tenant?at=${AT}`);
  const names = () => [...opened.page.querySelectorAll('tbody tr:not([aria-hidden])')].map((tr) => tr.textContent);
  return { ...opened, arrived, names };
}

it('shows the list as it was, what has changed since, and only that on request', async () => {
  const then = [named(3, 'Gone'), named(2, 'Old name'), named(1, 'Same')];
  const { names, router, page } = await openPast({ tenants: then, since: '2026-11-01T00:00:00Z' });
  await waitFor(() => expect(names()).toHaveLength(3));
  expect(await screen.findByText('Since then 1 has changed, 1 is gone, 1 was added.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Only what differs now' }));
  await waitFor(() => expect(names()).toEqual([expect.stringContaining('Gone'), expect.stringContaining('Old name')]));
  expect(router.state.location.search).toMatchObject({ at: AT, differs: true });
  // Actions on the current tenants are hidden.
  expect(page.textContent).not.toContain('Change these');
  await userEvent.click(screen.getByRole('button', { name: 'Tenants' }));
  await waitFor(() => expect(names().join()).toContain('Added'));
  expect(router.state.location.search).not.toHaveProperty('at');
});

it('says why there is no list for a time', async () => {
  const error = 'History is kept since 2026-11-21 00:00 UTC. Choose a later time.';
  const { router } = await openPast(
    fakeError(400, { code: 'bad_request', error, details: { since: '2026-11-20T23:59:09.500Z' } }),
  );
  expect(await screen.findByText(/History is kept since 2026-11-21 00:00 UTC/)).toBeTruthy();
  // Trying again cannot help.
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show its beginning' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ at: '2026-11-20T23:59:09.500Z' }));
});
