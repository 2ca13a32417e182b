import type { TenantControl } from '@mission-control/contract/control/schema';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeFailure, type FakeResponse } from '../../lib/testing/fake-server.ts';
import { coursepro, openTenant } from '../tenants/testing/open-tenant.tsx';

afterEach(() => vi.useRealTimers());

type Server = TenantControl['services'][number]['servers'][number];
const server = (host: string, more: Partial<Server> = {}): Server => ({
  host,
  state: 'confirmed',
  since: '2026-11-22T10:00:00.000Z',
  error: null,
  ...more,
});
const standing = (servers: Server[], ends = {}): TenantControl => ({
  services: [{ service: 'coursepro', servers, ends }],
  active_end: null,
});
const open = (control: TenantControl, tenant = coursepro, more = {}) =>
  openTenant(tenant, { 'GET /api/tenant/12/control': control, ...more });

it.each([
  ['Confirmed by 2 servers', [server('web-a'), server('web-b')]],
  ['Waiting for web-b to confirm', [server('web-a'), server('web-b', { state: 'waiting', since: null })]],
  [
    'Not confirmed by web-b: The disk is full. The console keeps trying.',
    [server('web-a', { state: 'waiting' }), server('web-b', { state: 'failed', error: 'The disk is full.' })],
  ],
  ['The servers have not been notified yet', [server('web-a', { state: 'untold', since: null })]],
  ['web-b has not been notified yet', [server('web-a'), server('web-b', { state: 'untold', since: null })]],
  ['No server to notify', []],
] satisfies [string, Server[]][])('a card says "%s" (C-128)', async (text, servers) => {
  const { page } = await open(standing(servers));
  await waitFor(() => expect(page.textContent).toContain(text));
});

it('a card says that the state of the servers could not be loaded, and offers a retry', async () => {
  let answer: FakeResponse = fakeFailure();
  const { page, user } = await openTenant(coursepro, { 'GET /api/tenant/12/control': () => answer });
  await waitFor(() => expect(page.textContent).toContain('The state of the servers could not be loaded'));
  answer = standing([server('web-a')]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(page.textContent).toContain('Confirmed by 1 server'));
});

it('sends the switches now, and shows what the servers answered', async () => {
  const user = userEvent.setup();
  const { arrived, page } = await open(
    standing([server('web-a', { state: 'failed', error: 'No response.' })]),
    coursepro,
    { 'POST /api/tenant/12/control': standing([server('web-a')]) },
  );
  await user.click(await screen.findByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(page.textContent).toContain('Confirmed by 1 server'));
  expect(arrived.filter(({ call }) => call === 'POST /api/tenant/12/control')).toHaveLength(1);
});

it('gives maintenance an end, moves and removes it', async () => {
  const user = userEvent.setup();
  const service = coursepro.coursepro_tenant;
  const kept = { ...coursepro, coursepro_tenant: service && { ...service, maintenance: true } };
  const until = new Date(Date.now() + 60 * 60_000).toISOString();
  const { patches, page } = await open(
    standing([server('web-a')], { maintenance: { until, set_by: 'Priya Shah' } }),
    kept,
  );
  await waitFor(() => expect(page.textContent).toMatch(/Members see the maintenance page; ends in (59|60) min|in 1 h/));
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: /^Change end/ }));
    const menu = await screen.findByRole('menu', { name: 'End of Maintenance' });
    await user.click(within(menu).getByRole('menuitem', { name }));
  };
  await choose('In 2 h');
  await waitFor(() => expect(patches()).toHaveLength(1));
  const [first] = patches() as { coursepro_tenant: { maintenance: boolean; until: string } }[];
  expect(first?.coursepro_tenant.maintenance).toBe(true);
  expect(Date.parse(first?.coursepro_tenant.until ?? '') - Date.now()).toBeGreaterThan(118 * 60_000);
  await choose('No end');
  await waitFor(() => expect(patches()[1]).toMatchObject({ coursepro_tenant: { maintenance: true } }));
  expect(patches()[1]).not.toHaveProperty('coursepro_tenant.until');
});
