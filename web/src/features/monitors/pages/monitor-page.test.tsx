import type { MonitorRow } from '@mission-control/contract/monitors/calls';
import { CHECK_DEFAULTS } from '@mission-control/contract/monitors/rules';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { holdResponses, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { MonitorPage } from './monitor-page.tsx';

const monitor: MonitorRow = {
  id: 4,
  label: 'Brimham Active CoursePro',
  host: 'brimham.example',
  active: 1,
  closed: null,
  status: 1,
  warning_count: 0,
  last_online: null,
  last_offline: null,
  last_check: null,
  response_time: null,
  last_response: null,
  last_error: null,
  uptimepc: null,
  averageLatency: null,
  uptimeData: { values: [], labels: [] },
  latencyData: { values: [], labels: [] },
  tenant: 12,
};
const detailOf = (row: MonitorRow) => ({
  monitor: row,
  maintenance: { windows: [], minutes: 0, checks: 0, failures: 0 },
  outages: [],
  url: `https://${row.host}`,
  percentiles: { median: null, p95: null, labels: [], medians: [], p95s: [] },
  certificate_ends: null,
  checks: CHECK_DEFAULTS,
  prober: { running: true, faulty_since: null, last_check: null },
});

it('shows nothing of the previous monitor, nor its open dialog, while another one loads', async () => {
  startFakeServer({
    'GET /api/monitor/4?range=24h': detailOf(monitor),
    'GET /api/monitor/5?range=24h': detailOf({ ...monitor, id: 5, label: 'Dale Active CoursePro' }),
  });
  const { router, user } = await renderPage('/monitor/$id', MonitorPage, '/monitor/4');
  await user.click(await screen.findByRole('button', { name: 'Checks' }));
  await screen.findByRole('dialog');
  const release = holdResponses('/api/monitor/5?range=24h');
  await act(() => router.navigate({ to: '/monitor/$id', params: { id: '5' } }));
  expect(await screen.findByRole('status', { name: 'Loading the monitor' })).toBeDefined();
  expect(screen.queryByText('Brimham Active CoursePro')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  release();
  await screen.findByRole('heading', { name: 'Dale Active CoursePro' });
  expect(screen.queryByRole('dialog')).toBeNull();
});
