import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RunPanel } from './run-panel.tsx';
import { startFakeServer } from '../testing/fake-server.ts';
import { renderPage } from '../testing/render-page.tsx';

const AT = '2026-11-21T09:00:00.000Z';
const run = {
  id: 7,
  kind: 'deploy',
  subject: 'bg 3, API to prod',
  facts: {},
  tenant_id: null,
  outcome: 'running',
  error: null,
  started_by: 'Tom Okafor',
  started_at: AT,
  ended_at: null,
  aborted_by: null,
  unseen_since: AT,
  unseen_host: 'console-2',
  output_length: 0,
  usual_seconds: null,
};
const OUTPUT = { 'GET /api/run/7/output?from=0': { pieces: [], next: 0, length: 0, outcome: 'running' } };
const WHO = (role: string) => ({ 'GET /api/console': { user: 'Amelia Hart', role, sandbox: false } });
const Page = () => <RunPanel id={7} />;

const BUTTON = { name: 'Release its locks' };

it('shows that a run cannot be observed, and releases its locks only after confirmation', async () => {
  const arrived = startFakeServer({
    'GET /api/run/7': { run },
    'POST /api/run/7/release': {
      run: { ...run, outcome: 'unknown', ended_at: AT, unseen_since: null, unseen_host: null },
    },
    ...OUTPUT,
  });
  const { page, user } = await renderPage('/runs/7', Page, '/runs/7');
  await screen.findByText(/It is unknown whether this run is still running\./);
  expect(page.textContent).toContain('its command on console-2');
  await user.click(screen.getByRole('button', BUTTON));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('First check console-2');
  const posted = () => arrived.filter(({ call }) => call.startsWith('POST ')).length;
  expect(posted()).toBe(0);
  await user.click(within(dialog).getByRole('button', BUTTON));
  await waitFor(() => expect(page.textContent).not.toContain('It is unknown'));
  expect(posted()).toBe(1);
});

it('is not offered for an observable run', async () => {
  startFakeServer({ 'GET /api/run/7': { run: { ...run, unseen_since: null, unseen_host: null } }, ...OUTPUT });
  await renderPage('/runs/7', Page, '/runs/7');
  await screen.findByText(/bg 3, API to prod/);
  expect(screen.queryByRole('button', BUTTON)).toBeNull();
});

it.each([
  ['operator', 'Only a release manager or an admin may release its locks. You are an operator.'],
  ['viewer', 'Only a release manager or an admin may release its locks. You are a viewer.'],
])('tells the role %s who may do it, and requests nothing', async (role, reason) => {
  const arrived = startFakeServer({ 'GET /api/run/7': { run }, ...WHO(role), ...OUTPUT });
  const { page, user } = await renderPage('/runs/7', Page, '/runs/7');
  const button = await screen.findByRole('button', BUTTON);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  expect(page.textContent).toContain(`It keeps its locks until it reports again. ${reason}`);
  await user.click(button);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(arrived.filter(({ call }) => call.startsWith('POST '))).toEqual([]);
});

it.each(['release-manager', 'admin'])('lets the role %s do it', async (role) => {
  const arrived = startFakeServer({ 'GET /api/run/7': { run }, ...WHO(role), ...OUTPUT });
  const { user } = await renderPage('/runs/7', Page, '/runs/7');
  await waitFor(() => expect(arrived.map(({ call }) => call)).toContain('GET /api/console'));
  await user.click(await screen.findByRole('button', BUTTON));
  await screen.findByRole('alertdialog');
});
