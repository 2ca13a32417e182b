import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeError, holdResponses, type FakeResponse } from '../../../../lib/testing/fake-server.ts';
import { coursepro, hashes, openTenant } from '../../../tenants/testing/open-tenant.tsx';

const waiting = { ...coursepro, config_hashes: hashes('a'), current_hashes: hashes('b') };
const lines = Array.from({ length: 300 }, (_, index) => `define('SETTING_${index}', 'value ${index}');`);
const file = (changes: Record<number, string> = {}) => lines.map((line, at) => changes[at] ?? line).join('\n');
const answer = {
  revision: 48,
  content: file({ 20: "define('SETTING_20', 'changed');", 250: "define('SETTING_250', 'changed, too');" }),
  committed: { revision: 45, content: file() },
  path: 'tenants/12/coursepro.php',
  hash: 'b',
  targets: [{ host: 'web-a.example.net', environment: 'eu-prod-web-03' }],
};

/** Opens the panel by its address. */
async function openPanel(
  preview: FakeResponse | (() => FakeResponse),
  more: Record<string, FakeResponse> = {},
  tenant: TenantDetail = waiting,
) {
  const opened = await openTenant(
    tenant,
    { ...more, 'GET /api/tenant/12/coursepro/preview': preview },
    '/tenant/12?commit=coursepro',
  );
  const panel = () => document.querySelector<HTMLElement>('[data-side-panel]') ?? document.createElement('div');
  await waitFor(() => expect(panel().textContent).toContain('Commit CoursePro config'));
  const shows = (text: string) => waitFor(() => expect(panel().textContent).toContain(text));
  const diff = () => [...panel().querySelectorAll('[aria-label="Changes of the file"] > div')];
  return { ...opened, panel, shows, diff };
}

it('shows what changes since the last commit, and the whole file on demand', async () => {
  const { panel, shows, diff } = await openPanel(answer);
  await shows('since revision 45');
  expect(panel().textContent).toContain('Revision 48 goes to the servers');
  const marked = diff().filter((line) => ['added', 'removed'].includes(line.getAttribute('data-kind') ?? ''));
  expect(marked.map((line) => line.textContent)).toEqual([
    "Removed: define('SETTING_20', 'value 20');",
    "Added: define('SETTING_20', 'changed');",
    "Removed: define('SETTING_250', 'value 250');",
    "Added: define('SETTING_250', 'changed, too');",
  ]);
  expect(diff().length).toBeLessThan(30);
  await userEvent.click(within(panel()).getByRole('button', { name: 'Whole file' }));
  await waitFor(() => expect(panel().querySelectorAll('[aria-label="Rendered config"] li')).toHaveLength(300));
  expect(diff()).toEqual([]);
});

it('shows that a secret changes', async () => {
  const [before, after] = ["define('DB_PASSWORD', '•••••••• (earlier value)');", "define('DB_PASSWORD', '••••••••');"];
  const { diff } = await openPanel({ ...answer, content: after, committed: { revision: 45, content: before } });
  await waitFor(() =>
    expect(diff().map((line) => line.textContent)).toEqual([`Removed: ${before}`, `Added: ${after}`]),
  );
});

it('shows the change to a viewer, but no commit', async () => {
  const role = { 'GET /api/console': { sandbox: false, user: 'Amelia Hart', role: 'viewer' } };
  const { panel, shows, diff } = await openPanel(answer, role);
  await shows('since revision 45');
  expect(diff()).not.toEqual([]);
  await waitFor(() =>
    expect(within(panel()).getByRole('button', { name: 'Commit' }).getAttribute('aria-disabled')).toBe('true'),
  );
});

it('shows the whole file before the first commit', async () => {
  const { panel, shows } = await openPanel({ ...answer, committed: null });
  await shows('Never committed: the whole file is new.');
  expect(panel().querySelectorAll('[aria-label="Rendered config"] li')).toHaveLength(300);
});

it('states that no line changes when nothing is pending', async () => {
  const { panel, shows } = await openPanel({ ...answer, content: file() });
  await shows('No line of the file changes.');
  expect(within(panel()).getByRole('button', { name: 'Commit' }).getAttribute('aria-disabled')).not.toBe('true');
});

it('links to the revisions, to restore an earlier one', async () => {
  const { panel, shows } = await openPanel(answer);
  await shows('since revision 45');
  expect(within(panel()).getByRole('link', { name: 'Restore a revision' }).getAttribute('href')).toBe(
    '/tenant/12/coursepro/config?panel=revisions',
  );
});

it('warns of a file on the server that was never committed here', async () => {
  const drift = { hosts: ['web-a.example.net'], missing: 0, found_at: '2026-11-21T09:00:00.000Z' };
  const noHashes = { 1: null, 2: null, 3: null, 4: null, 5: null };
  const unknown = { ...waiting, config_hashes: noHashes, config_drift: { coursepro: drift } };
  const { panel, shows } = await openPanel({ ...answer, committed: null }, {}, unknown);
  await shows('Unknown on the server.');
  expect(panel().textContent).toContain('web-a.example.net has a file that was not committed here');
});

it('never offers a commit of a config that was never saved', async () => {
  const { panel, shows } = await openPanel({ ...answer, revision: 0, content: '', committed: null });
  await shows('No config saved yet');
  expect(panel().textContent).not.toContain('evision');
  expect(within(panel()).queryByRole('button', { name: 'Commit' })).toBeNull();
  expect(within(panel()).getByRole('link', { name: 'Config' }).getAttribute('href')).toBe(
    '/tenant/12/coursepro/config',
  );
});

it('shows why the preview could not be loaded, and retries', async () => {
  let broken = true;
  const { panel, shows } = await openPanel(() =>
    broken ? fakeError(500, { error: 'It broke.', code: 'internal' }) : answer,
  );
  await shows('It broke.');
  expect(within(panel()).getByRole('button', { name: 'Commit' }).getAttribute('aria-disabled')).toBe('true');
  broken = false;
  await userEvent.click(within(panel()).getByRole('button', { name: 'Retry' }));
  await shows('since revision 45');
});

describe('a commit that takes long', () => {
  /** Starts it, and holds its response until told to end. */
  async function start() {
    const tenant = { ...waiting, current_hashes: { ...hashes('b'), 4: 'd' } };
    const preview = { 'GET /api/tenant/12/licence/preview': { ...answer, path: 'licence.json' } };
    const opened = await openPanel(answer, preview, tenant);
    const release = holdResponses('/api/tenant/12/coursepro');
    const commit = () => within(opened.panel()).getByRole('button', { name: 'Commit' });
    await waitFor(() => expect(commit().getAttribute('aria-disabled')).toBeNull());
    await userEvent.click(commit());
    await waitFor(() => expect(commit().getAttribute('aria-busy')).toBe('true'));
    const end = async () => {
      release();
      await screen.findByText('CoursePro config of Brimham Active: 1 of 1 servers confirmed');
    };
    return { ...opened, commit, end };
  }

  it('closes its panel', async () => {
    const { router, end } = await start();
    await end();
    await waitFor(() => expect(router.state.location.href).toBe('/tenant/12'));
  });

  it('leaves the panel of the next config alone', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { router, commit, shows, end } = await start();
    await userEvent.click(screen.getByRole('button', { name: 'Commit Licence' }));
    await shows('Commit Licence config');
    await waitFor(() => expect(commit().getAttribute('aria-disabled')).toBeNull());
    await end();
    await shows('Commit Licence config');
    expect(router.state.location.href).toBe('/tenant/12?commit=licence');
  });

  it('leaves the next page alone', async () => {
    const { router, end } = await start();
    await router.navigate({ to: '/tenant' as never });
    await end();
    expect(router.state.location.href).toBe('/tenant');
  });
});
