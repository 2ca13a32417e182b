import type { AlertChannel, Delivery } from '@mission-control/contract/alerts/schema';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { ChannelsPage } from './channels-page.tsx';

const channel: AlertChannel = {
  id: 3,
  name: 'Duty',
  kind: 'email',
  enabled: true,
  target: 'ada@example.com, bob@example.com, cy@example.com',
  email: null,
  rules: 0,
  waiting: 0,
  last: null,
  updated_at: '2026-03-01T10:00:00.000Z',
  updated_by: 'ben',
};
const sent: Delivery = {
  id: '1',
  channel: { id: 3, name: 'Duty' },
  alert_id: null,
  event: 'test',
  state: 'sent',
  attempts: 1,
  created_at: '2026-03-01T10:00:00.000Z',
  sent_at: '2026-03-01T10:00:01.000Z',
  due_at: null,
  outcome: '250 OK',
  person: null,
};

const toasts = collectToasts();

it.each([
  [
    { ...sent, refused: [] },
    { text: 'The test reached Duty', meaning: 'success' },
  ],
  [
    { ...sent, refused: ['bob@example.com', 'cy@example.com'] },
    { text: 'The test did not reach bob@example.com, cy@example.com', meaning: 'warning' },
  ],
  [
    { ...sent, state: 'given-up', refused: [] },
    { text: 'The test did not reach Duty', meaning: 'error' },
  ],
])('reports whom a test reached: %#', async (answer, toast) => {
  startFakeServer({
    'GET /api/alert-channel': { channels: [channel] },
    'GET /api/alert/count': { open: 0, gravest: null },
    'POST /api/alert-channel/3/test': answer,
  });
  const { user } = await renderPage('/alerts/channels', ChannelsPage, '/alerts/channels');
  await user.click(await screen.findByRole('button', { name: 'Test Duty' }));
  await waitFor(() => expect(toasts).toEqual([toast]));
});
