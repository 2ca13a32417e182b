import type { RunRow } from '@mission-control/contract/runs/schema';
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RunNotifications } from './run-notifications.ts';
import { driveSequence } from './run-sequence.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { renderPage } from '../testing/render-page.tsx';
import { collectToasts } from '../testing/toasts.ts';

const toasts = collectToasts();
const at = { started_at: '2026-11-21T08:00:00.000Z', ended_at: '2026-11-21T08:00:05.000Z' };
const build = (id: number, sequence: string | null): RunRow => ({
  id,
  kind: 'release',
  subject: 'bg 2.31.0',
  facts: { version: '2.31.0' },
  tenant_id: null,
  outcome: 'succeeded',
  error: null,
  sequence,
  started_by: 'Amelia Hart',
  ...at,
  aborted_by: null,
  output_length: 0,
  usual_seconds: null,
  unseen_since: null,
  unseen_host: null,
});

/** A page with unreported runs; returns the runs that were marked as reported. */
async function openNews(runs: RunRow[]) {
  const item = (name: string) => ({ item: name, name, state: 'succeeded', run_id: 1, error: null, seconds: 5 });
  const sequence = {
    key: 'sequence-2',
    kind: 'release',
    facts: { tag: '2.31.0' },
    items: [item('dev'), item('prod')],
    started_by: 'Amelia Hart',
    started_at: at.started_at,
    active_at: at.started_at,
    closed_at: null,
  };
  const arrived = startFakeServer({
    'GET /api/run?untold=1': { runs, next: null },
    'GET /api/run-sequence?kind=release&key=sequence-2': { sequence },
    'POST /api/run-sequence': { sequence },
    ...Object.fromEntries(runs.map((run) => [`POST /api/run/${run.id}/told`, { run }])),
  });
  await renderPage('/dashboard', RunNotifications, '/dashboard');
  return () => arrived.map(({ call }) => call).filter((call) => call.endsWith('/told'));
}

it('reports on any page how a run ended, and marks it as reported once other visible tabs have had time to read it', async () => {
  const noted = await openNews([build(101, null)]);
  const said = [{ text: 'Release 2.31.0 created in 5 seconds.', meaning: 'success' }];
  await waitFor(() => expect(toasts).toEqual(said));
  expect(noted()).toEqual([]);
  await waitFor(() => expect(noted()).toEqual(['POST /api/run/101/told']));
  expect(toasts).toEqual(said);
});

it('reports the end of a sequence once, with its total seconds', async () => {
  const noted = await openNews([build(103, 'sequence-2')]);
  await waitFor(() => expect(noted()).toEqual(['POST /api/run/103/told']));
  expect(toasts).toEqual([{ text: 'Release 2.31.0 created in 10 seconds.', meaning: 'success' }]);
});

it('does not repeat what the page driving a sequence has reported, also when the news arrives late', async () => {
  startFakeServer({ 'POST /api/run-sequence': {} });
  const leave = await driveSequence('sequence-1', { key: 'sequence-1', kind: 'release', facts: {}, items: [] });
  leave(false);
  const noted = await openNews([build(104, 'sequence-1')]);
  await waitFor(() => expect(noted()).toEqual(['POST /api/run/104/told']));
  expect(toasts).toEqual([]);
});
