import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeError, holdResponses, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { monitorDetail, testMonitor } from '../testing/monitor.ts';
import { MonitorPage } from './monitor-page.tsx';

it('shows nothing of the previous monitor, nor its open dialog, while another one loads', async () => {
  startFakeServer({
    'GET /api/monitor/4?range=24h': monitorDetail(testMonitor),
    'GET /api/monitor/5?range=24h': monitorDetail({ ...testMonitor, id: 5, label: 'Dale Active CoursePro' }),
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

it('says that there is no such monitor, without offering a retry', async () => {
  startFakeServer({
    'GET /api/monitor/6?range=24h': fakeError(404, { error: 'There is no monitor 6.', code: 'not_found' }),
  });
  await renderPage('/monitor/$id', MonitorPage, '/monitor/6');
  expect(await screen.findByRole('heading', { name: 'There is no monitor 6' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'All monitors' }).getAttribute('href')).toBe('/monitor');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
