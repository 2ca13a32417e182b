import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { collectToasts } from '../../../../lib/testing/toasts.ts';
import { coursepro, hashes, openTenant, shown } from '../../../tenants/testing/open-tenant.tsx';

const drift = { hosts: ['web-a.example.net', 'web-b.example.net'], missing: 0, found_at: '2026-11-21T09:00:00.000Z' };
const same = { config_hashes: hashes('a'), current_hashes: hashes('a') };
const state = {
  revision: 3,
  saved_at: null,
  saved_by: null,
  committed_at: drift.found_at,
  committed_by: 'Priya Shah',
  committed_revision: 3,
  targets: [],
  changes_waiting: 0,
};
const inStep = { 'GET /api/tenant/12/coursepro/state': state };
const toasts = collectToasts();

it('names the servers with changed files, and offers comparison and commit', async () => {
  const { page, arrived } = await shown(
    { ...coursepro, ...same, config_drift: { coursepro: drift } },
    'Changed on the server',
    inStep,
  );
  expect(page.textContent).toContain('web-a.example.net, web-b.example.net, found');
  expect(page.textContent).not.toContain('Servers match the saved config');
  const compare = screen.getByRole('link', { name: 'Compare the CoursePro config with its servers' });
  expect(compare.getAttribute('href')).toMatch(/^\/tenant\/12\/coursepro\/config\?/);
  await userEvent.click(screen.getByRole('button', { name: 'Commit' }));
  const panel = () => document.querySelector<HTMLElement>('[role="dialog"]') ?? document.body;
  await waitFor(() =>
    expect(panel().textContent).toContain('web-a.example.net, web-b.example.net have a different file'),
  );
  await waitFor(() =>
    expect(within(panel()).getByRole('button', { name: 'Commit' }).getAttribute('aria-disabled')).not.toBe('true'),
  );
  await userEvent.click(within(panel()).getByRole('button', { name: 'Commit' }));
  await waitFor(() => expect(arrived.map(({ call }) => call)).toContain('PUT /api/tenant/12/coursepro'));
});

it('counts servers that have no file yet', async () => {
  const missing = { ...coursepro, ...same, config_drift: { coursepro: { ...drift, missing: 2 } } };
  await shown(missing, '2 servers have no config yet', inStep);
  expect(screen.getByRole('button', { name: 'Commit' })).toBeTruthy();
});

it('distinguishes drift of the licence from drift of CoursePro', async () => {
  const committed = { ...hashes('a'), 4: 'b' };
  const { page } = await shown(
    { ...coursepro, config_hashes: committed, current_hashes: committed, config_drift: { licence: drift } },
    'Licence: changed on the server',
  );
  await waitFor(() => expect(page.textContent).toContain('Servers match the saved config'));
  expect(screen.getByRole('button', { name: 'Commit Licence' })).toBeTruthy();
});

it('re-reads the servers and reports the result', async () => {
  const servers = [{ host: 'web-a.example.net', state: 'same' }];
  const { page } = await openTenant(
    { ...coursepro, ...same, config_drift: { coursepro: drift } },
    { 'POST /api/tenant/12/coursepro/check': { checked_at: drift.found_at, drift: null, servers } },
  );
  await waitFor(() => expect(page.textContent).toContain('Changed on the server'));
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }));
  await waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(['1 server has the committed file']));
});

it('states that servers lack the committed config when nothing was saved since', async () => {
  // As after a commit that some servers did not confirm, or after the service has moved to other servers.
  const { page } = await shown(
    { ...coursepro, config_hashes: hashes('b'), current_hashes: hashes('a') },
    'Not every server has the committed config',
    inStep,
  );
  expect(page.textContent).toContain('Commit again to publish it to all of them');
  expect(screen.getByRole('button', { name: 'Commit' })).toBeTruthy();
});

it('has no Commit for a config that was never saved, even if another with the same hash is pending', async () => {
  await shown({ ...coursepro, config_hashes: hashes('b'), current_hashes: hashes('a') }, 'No config saved yet', {
    'GET /api/tenant/12/coursepro/state': { ...state, revision: 0, committed_at: null, committed_revision: null },
  });
  expect(screen.queryByRole('button', { name: 'Commit' })).toBeNull();
});

it('offers to take over a file that was never committed here', async () => {
  const { page } = await shown(
    { ...coursepro, ...same, config_drift: { licence: drift } },
    'Licence: unknown on the server',
    inStep,
  );
  expect(page.textContent).not.toContain('Check now');
  const link = screen.getByRole('link', { name: 'Take over the Licence config of the servers' });
  expect(link.getAttribute('href')).toMatch(/^\/drift\?q=/);
});
