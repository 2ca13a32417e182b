import type { TenantUptime } from '@mission-control/contract/monitors/calls';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { UptimePage } from './uptime-page.tsx';

const total: TenantUptime = {
  tenant: 3,
  name: 'Brimham',
  sites: 1_200,
  uptimepc: 99.5,
  outages: 1_234,
  down_ms: 0,
  longest_ms: 0,
  median_ms: null,
  p95_ms: null,
};
const listOf = (sort: string) => `GET /api/uptime?month=2026-10&sort=${sort}&from=0&count=25`;

function openPage(address: string) {
  const found = { rows: [total], found: 1 };
  const outage = {
    host: 'a.example',
    started_at: '2026-10-02T08:00:00.000Z',
    ended_at: '2026-10-09T08:00:00.000Z',
    error: 'timeout',
    failures: 10_080,
    window: null,
  };
  startFakeServer({
    [listOf('worst')]: found,
    [listOf('name')]: found,
    'GET /api/tenant/3/uptime?month=2026-10': {
      total,
      sites: [{ ...total, id: 1, host: 'a.example' }],
      outages: [outage],
    },
  });
  return renderPage('/monitor/uptime', UptimePage, address);
}

const direction = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort');

it('shows the one direction in which the server sorts', async () => {
  const { user } = await openPage('/monitor/uptime?month=2026-10&sort=-uptime');
  await screen.findByText('Brimham');
  expect(direction('Uptime')).toBe('ascending');
  await user.click(screen.getByRole('button', { name: 'Tenant' }));
  await waitFor(() => expect(direction('Tenant')).toBe('ascending'));
  await user.click(screen.getByRole('button', { name: 'Tenant' }));
  await user.click(screen.getByRole('button', { name: 'Uptime' }));
  await waitFor(() => expect(direction('Uptime')).toBe('ascending'));
});

it('groups the digits of counts', async () => {
  await openPage('/monitor/uptime?month=2026-10');
  const row = within((await screen.findByText('Brimham')).closest('tr') ?? document.body);
  for (const count of ['1,200', '1,234']) expect(row.getByText(count)).toBeDefined();
});

it('groups the digits of counts of one tenant', async () => {
  await openPage('/monitor/uptime?month=2026-10&tenant=3');
  await screen.findByText('of 1,200 sites');
  expect(screen.getAllByText('1,234').map(({ tagName }) => tagName)).toEqual(['DD', 'TD']);
  expect(screen.getByText('10,080')).toBeDefined();
});
