import type { RunRow } from '@mission-control/contract/runs/schema';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../../lib/testing/fake-server.ts';
import { isDisabled, renderPage } from '../../../lib/testing/render-page.tsx';
import { RunListPage } from './run-list-page.tsx';

const run: RunRow = {
  id: 7,
  kind: 'deploy',
  subject: 'coursepro 4.18.2 to staging',
  facts: {},
  tenant_id: null,
  outcome: 'succeeded',
  error: null,
  sequence: null,
  started_by: 'Amelia Hart',
  started_at: '2026-11-21T08:00:00.000Z',
  ended_at: '2026-11-21T08:01:05.000Z',
  aborted_by: null,
  unseen_since: null,
  unseen_host: null,
  output_length: 0,
  usual_seconds: null,
};

it('offers no download, since a page of the server is not all runs', async () => {
  startFakeServer({ 'GET /api/run': { runs: [run], next: 7 } });
  await renderPage('/runs', RunListPage, '/runs');
  const row = (await screen.findByRole('link', { name: '7' })).closest('tr');
  expect(row?.textContent).toMatch(/^7SucceededDeploycoursepro 4\.18\.2 to stagingAmelia Hart.*1 min 5 s$/);
  expect(screen.getByRole('button', { name: 'Older runs' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /as CSV/ })).toBeNull();
});

it('keeps the focus on the button that shows the oldest runs', async () => {
  startFakeServer({
    'GET /api/run': { runs: [run], next: 7 },
    'GET /api/run?before=7': { runs: [{ ...run, id: 3 }], next: null },
  });
  const { user } = await renderPage('/runs', RunListPage, '/runs');
  expect(isDisabled(await screen.findByRole('button', { name: 'Newest runs' }))).toBe(true);
  const older = screen.getByRole('button', { name: 'Older runs' });
  await user.click(older);
  await screen.findByRole('link', { name: '3' });
  expect(isDisabled(older)).toBe(true);
  expect(document.activeElement).toBe(older);
  await user.click(screen.getByRole('button', { name: 'Newest runs' }));
  expect(await screen.findByRole('link', { name: '7' })).toBeDefined();
});
