import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { holdResponses, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { RunPage } from './run-page.tsx';

const run = (id: number, subject: string) => ({
  id,
  kind: 'deploy',
  subject,
  facts: {},
  tenant_id: null,
  outcome: 'running',
  error: null,
  started_by: 'Tom Okafor',
  started_at: '2026-11-21T09:00:00.000Z',
  ended_at: null,
  aborted_by: null,
  unseen_since: null,
  unseen_host: null,
  output_length: 0,
  usual_seconds: null,
});

it('keeps the answer to an abort for its own run when the user has opened another one', async () => {
  const output = { pieces: [], next: 0, length: 0, outcome: 'running' };
  const arrived = startFakeServer({
    'GET /api/run/5': { run: run(5, 'bg 3, API to prod') },
    'GET /api/run/6': { run: run(6, 'bg 4, API to qa') },
    'GET /api/run/5/output?from=0': output,
    'GET /api/run/6/output?from=0': output,
    'POST /api/run/5/abort': { run: { ...run(5, 'bg 3, API to prod'), aborted_by: 'Amelia Hart' } },
  });
  const { client, router, user } = await renderPage('/runs/$id', RunPage, '/runs/5');
  await user.click(await screen.findByRole('button', { name: /^Abort/ }));
  const endAbort = holdResponses('/abort');
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Abort run' }));
  await waitFor(() => expect(arrived.map(({ call }) => call)).toContain('POST /api/run/5/abort'));
  await act(() => router.navigate({ to: '/runs/6' } as never));
  await screen.findByText(/bg 4, API to qa/);
  endAbort();
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect(screen.queryByText(/bg 3, API to prod/)).toBeNull();
  expect(screen.getByText(/bg 4, API to qa/)).toBeDefined();
});
