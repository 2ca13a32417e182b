import type { BulkChange, BulkRow } from '@mission-control/contract/bulk/schema';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeError, holdResponses, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { isDisabled, renderPage } from '../../../lib/testing/render-page.tsx';
import { BulkPage } from './bulk-page.tsx';

it('says that there is no such bulk change, and links to all of them', async () => {
  const gone = fakeError(404, { error: 'There is no bulk change 7.', code: 'not_found' });
  startFakeServer({ 'GET /api/bulk/7': gone, 'GET /api/bulk/7/rows': gone });
  await renderPage('/bulk/$id', BulkPage, '/bulk/7');
  expect(await screen.findByText('There is no bulk change 7')).toBeDefined();
  expect(screen.getByRole('link', { name: 'All bulk changes' }).getAttribute('href')).toBe('/bulk');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

const changeOf = (id: number, undo_of: number | null): BulkChange => ({
  id,
  title: `Change ${id}`,
  action: 'active',
  undo_of,
  retry_of: null,
  undone_by: null,
  state: 'done',
  reason: null,
  started_by: 'amelia.hart',
  started_at: '2026-11-21T08:00:00.000Z',
  ended_at: '2026-11-21T08:01:00.000Z',
  stage: 0,
  resumes_at: null,
  stages: { canary: 0, shares: [], pause_s: 0, stop_at: null },
  tenants: 1,
  counts: { waiting: 0, running: 0, done: 1, unchanged: 0, failed: 0, skipped: 0 },
});
const row: BulkRow = {
  tenant_id: 3,
  tenant_name: 'Brimham',
  production: true,
  stage: 0,
  state: 'done',
  before: 'on',
  after: 'off',
  reason: null,
  revision: null,
  ended_at: '2026-11-21T08:01:00.000Z',
};

it('starts without the search of the change before, also if it is cached', async () => {
  startFakeServer({
    'GET /api/bulk/7': { bulk: changeOf(7, null) },
    'GET /api/bulk/7/rows': { rows: [row] },
    'GET /api/bulk/8': { bulk: changeOf(8, 7) },
    'GET /api/bulk/8/rows': { rows: [row] },
  });
  const { router, user } = await renderPage('/bulk/$id', BulkPage, '/bulk/7');
  await screen.findByText('Brimham');
  await router.navigate({ to: '/bulk/8' } as never);
  await screen.findByRole('link', { name: 'change 7' });
  await user.type(await screen.findByLabelText('Search tenants'), 'nobody');
  await router.navigate({ to: '/bulk/7' } as never);
  await screen.findByRole('heading', { name: 'Change 7' });
  expect(screen.getByLabelText<HTMLInputElement>('Search tenants').value).toBe('');
  await screen.findByText('Brimham');
});

it('is paused once, also when the button is clicked again while it runs', async () => {
  const pause = 'POST /api/bulk/7';
  const arrived = startFakeServer({
    'GET /api/bulk/7': { bulk: { ...changeOf(7, null), state: 'waiting', ended_at: null } },
    'GET /api/bulk/7/rows': { rows: [row] },
    [pause]: {},
  });
  const { user } = await renderPage('/bulk/$id', BulkPage, '/bulk/7');
  const button = (name: string) => screen.getByRole('button', { name });
  const isBusy = (name: string) => button(name).getAttribute('aria-busy') === 'true';
  await screen.findByRole('button', { name: 'Pause' });
  await waitFor(() => expect(isDisabled(button('Pause'))).toBe(false));
  const release = holdResponses('/api/bulk/7');
  await user.click(button('Pause'));
  await waitFor(() => expect([isBusy('Pause'), isBusy('Begin the next stage')]).toEqual([true, false]));
  await user.click(button('Pause'));
  release();
  await waitFor(() => expect(isBusy('Pause')).toBe(false));
  expect(arrived.filter(({ call }) => call === pause)).toHaveLength(1);
});
