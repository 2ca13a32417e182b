import { getAlert } from '@mission-control/contract/alerts/calls';
import type { AlertRow } from '@mission-control/contract/alerts/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { invalidateTopics, queryOf } from '../../../lib/api/query.ts';
import { fakeError, holdResponses, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { AlertsPage } from './alerts-page.tsx';

const at = '2026-11-21T08:00:00.000Z';
const open: AlertRow = {
  id: 7,
  title: 'brimham.example is down',
  severity: 'critical',
  state: 'open',
  rule: { id: 1, name: 'Sites', kind: 'site-down' },
  since: at,
  opened_at: at,
  resolved_at: null,
  flapping: false,
  returns: 0,
  acknowledged: null,
  members: [],
  failing: 1,
  count: 1,
};

it('keeps the note to an alert that is resolved in the meantime, and says so', async () => {
  let alerts = [open];
  let alert = open;
  startFakeServer({
    'GET /api/alert': () => ({
      alerts,
      next: null,
      rules: 1,
      counts: { open: alerts.length, acknowledged: 0, resolved: 0 },
    }),
    'GET /api/alert/7': () => ({ alert, deliveries: [] }),
    'GET /api/alert/count': { open: 1, gravest: null },
  });
  const { client, user } = await renderPage('/alerts', AlertsPage, '/alerts');
  await user.click(await screen.findByRole('button', { name: `Acknowledge ${open.title}` }));
  await user.type(await screen.findByLabelText('Note'), 'On it');
  [alerts, alert] = [[], { ...open, state: 'resolved', resolved_at: at }];
  await invalidateTopics(client, [TOPIC.alerts]);
  await screen.findByText('The alert was resolved in the meantime.');
  await screen.findByText('No open alerts');
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('On it');
});

it('does not mistake what was read earlier for news', async () => {
  startFakeServer({
    'GET /api/alert': { alerts: [open], next: null, rules: 1, counts: { open: 1, acknowledged: 0, resolved: 0 } },
    'GET /api/alert/7': { alert: open, deliveries: [] },
    'GET /api/alert/count': { open: 1, gravest: null },
  });
  const { client, user } = await renderPage('/alerts', AlertsPage, '/alerts');
  const { queryKey } = queryOf(getAlert, { params: { id: 7 } });
  client.setQueryData(queryKey, { alert: { ...open, state: 'resolved', resolved_at: at }, deliveries: [] });
  const release = holdResponses('/api/alert/7');
  await user.click(await screen.findByRole('button', { name: `Acknowledge ${open.title}` }));
  await screen.findByLabelText('Note');
  expect(screen.queryByText('The alert was resolved in the meantime.')).toBeNull();
  release();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByText('The alert was resolved in the meantime.')).toBeNull();
});

it('shows why more alerts could not be loaded', async () => {
  startFakeServer({
    'GET /api/alert': { alerts: [open], next: 6, rules: 1, counts: { open: 2, acknowledged: 0, resolved: 0 } },
    'GET /api/alert?before=6': fakeError(500, { error: 'The alerts cannot be read.', code: 'internal' }),
    'GET /api/alert/count': { open: 2, gravest: 'critical' },
  });
  const { user } = await renderPage('/alerts', AlertsPage, '/alerts');
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The alerts cannot be read.');
  expect(screen.getByText(open.title)).toBeDefined();
});
