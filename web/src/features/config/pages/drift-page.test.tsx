import type { DriftRow } from '@mission-control/contract/config/drift';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import {
  fakeError,
  fakeFailure,
  holdResponses,
  startFakeServer,
  type FakeResponse,
} from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { collectToasts } from '../../../lib/testing/toasts.ts';
import { DriftPage } from './drift-page.tsx';

const toasts = collectToasts();
const row = (id: number, tenant: string, more: Partial<DriftRow> = {}): DriftRow => ({
  tenant_id: id,
  tenant_name: tenant,
  service: 'coursepro',
  state: 'unknown',
  hosts: [{ host: `web-${id}`, missing: false }],
  found_at: '2026-11-21T09:00:00.000Z',
  revision: 0,
  committed_revision: null,
  ...more,
});
const ROWS = [
  row(1, 'Brimham Active'),
  row(2, 'Fenland', { state: 'changed', revision: 4, committed_revision: 4 }),
  row(3, 'Wharfe', { state: 'missing', revision: 2, committed_revision: 2, hosts: [{ host: 'web-3', missing: true }] }),
];
const COUNTS = { truncated: false, same: 12, nothing: 3, unreadable: 2, unread: 0 };

async function openPage(
  answers: Record<string, FakeResponse | ((body: unknown) => FakeResponse)> = {},
  address = '/drift?view=servers',
) {
  const arrived = startFakeServer({ 'GET /api/drift': { rows: ROWS, ...COUNTS }, ...answers });
  const { user, router } = await renderPage('/drift', DriftPage, address);
  await screen.findByRole('link', { name: 'Fenland' });
  return { user, router, sent: () => arrived.filter(({ call }) => !call.startsWith('GET')) };
}
const dialog = () => within(screen.getByRole('alertdialog'));

describe('the drift', () => {
  it('says of each config what its servers hold, and how many are as committed', async () => {
    const { user } = await openPage();
    expect(
      screen.getByText(
        /^12 configs as committed, 3 never committed, with no file on any server, 2 with a server that could not be read\./,
      ),
    ).toBeDefined();
    const textOf = (name: string) => screen.getByRole('link', { name }).closest('tr')?.textContent;
    expect(textOf('Brimham Active')).toMatch(/CoursePro.*Unknown here.*web-1/);
    expect(textOf('Wharfe')).toMatch(/Missing there.*web-3 \(no file\)/);
    await user.click(screen.getByRole('button', { name: /Changed there/ }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Wharfe' })).toBeNull());
  });

  it('gives no numbers while it could not be loaded', async () => {
    startFakeServer({ 'GET /api/drift': fakeFailure() });
    await renderPage('/drift', DriftPage, '/drift?view=servers');
    await screen.findByText('The drift could not be loaded');
    for (const name of ['All', 'Missing there', 'Take over', 'Commit'])
      expect(screen.getByRole('button', { name })).toBeDefined();
  });

  it('offers a take-over only where there is a file, and a commit only of what is saved', async () => {
    await openPage();
    const disabled = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
    expect(disabled('Take over Wharfe CoursePro')).toBe(true);
    expect(disabled('Commit Brimham Active CoursePro')).toBe(true);
    expect(disabled('Take over Brimham Active CoursePro')).toBe(false);
    expect(disabled('Commit Wharfe CoursePro')).toBe(false);
  });

  it('takes over everything listed after a confirmation, and lossy configs after another', async () => {
    const losses = ['A commit leaves out text that is not a setting: line 4.'];
    const { user, sent } = await openPage({
      'POST /api/tenant/1/coursepro/take-over': { revision: 1, hosts: ['web-1'], losses: [] },
      'POST /api/tenant/2/coursepro/take-over': (body) =>
        (body as { accept_losses: boolean }).accept_losses
          ? { revision: 5, hosts: ['web-2'], losses }
          : fakeError(409, { error: 'It would change.', code: 'conflict', details: { losses } }),
    });
    await user.click(screen.getByRole('button', { name: 'Take over 2' }));
    expect(sent()).toEqual([]);
    await user.click(dialog().getByRole('button', { name: 'Take over' }));
    expect(await dialog().findByText('1 of 2 configs taken over')).toBeDefined();
    expect(dialog().getByText(losses[0] ?? '')).toBeDefined();
    await user.click(dialog().getByRole('button', { name: 'Take over 1 config anyway' }));
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent().map(({ body }) => body)).toEqual([
      { base_revision: 0, accept_losses: false },
      { base_revision: 4, accept_losses: false, host: 'web-2' },
      { base_revision: 4, accept_losses: true, host: 'web-2' },
    ]);
  });

  it('asks which server to use where they hold different files', async () => {
    const hosts = ['web-1', 'web-2'];
    const { user, sent } = await openPage({
      'POST /api/tenant/1/coursepro/take-over': (body) =>
        'host' in (body as object)
          ? { revision: 1, hosts: ['web-2'], losses: [] }
          : fakeError(422, { error: 'The servers hold different files.', code: 'refused', details: { hosts } }),
    });
    await user.click(screen.getByRole('button', { name: 'Take over Brimham Active CoursePro' }));
    await user.click(dialog().getByRole('button', { name: 'Take over' }));
    await user.click(await dialog().findByRole('button', { name: 'Take over from web-2' }));
    expect(await dialog().findByText('1 config taken over')).toBeDefined();
    expect(sent().at(-1)?.body).toMatchObject({ host: 'web-2' });
  });

  it('keeps the failures of the other configs while some are retried', async () => {
    const { user } = await openPage({
      'POST /api/tenant/1/coursepro/take-over': fakeError(502, { error: 'web-1 is down.', code: 'target_failed' }),
      'POST /api/tenant/2/coursepro/take-over': (body) =>
        (body as { accept_losses: boolean }).accept_losses
          ? { revision: 5, hosts: ['web-2'], losses: [] }
          : fakeError(409, { error: 'It would change.', code: 'conflict', details: { losses: ['Line 4 is lost.'] } }),
    });
    await user.click(screen.getByRole('button', { name: 'Take over 2' }));
    await user.click(dialog().getByRole('button', { name: 'Take over' }));
    expect(await dialog().findByText('0 of 2 configs taken over')).toBeDefined();
    const endRetry = holdResponses('/take-over');
    await user.click(dialog().getByRole('button', { name: 'Take over 1 config anyway' }));
    expect((await dialog().findByRole('status')).textContent).toBe('0 of 1');
    endRetry();
    expect(await dialog().findByText('1 of 2 configs taken over')).toBeDefined();
    expect(dialog().queryByText('Line 4 is lost.')).toBeNull();
    expect(dialog().getByText('web-1 is down.')).toBeDefined();
  });

  it.each([
    ['Stop', async (user: UserEvent) => user.click(dialog().getByRole('button', { name: 'Stop' }))],
    ['Esc', async (user: UserEvent) => user.keyboard('{Escape}')],
  ])('%s ends a commit of several configs after the current one, and shows its failure', async (_by, stop) => {
    const { user, sent } = await openPage({
      'PUT /api/tenant/2/coursepro': fakeError(502, { error: 'web-2 is down.', code: 'target_failed' }),
    });
    await user.click(screen.getByRole('button', { name: 'Commit 2' }));
    const endCommit = holdResponses('/coursepro');
    await user.click(dialog().getByRole('button', { name: 'Commit' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    await stop(user);
    endCommit();
    expect(await dialog().findByText('0 of 2 configs committed')).toBeDefined();
    expect(dialog().getByText('web-2 is down.')).toBeDefined();
    expect(dialog().getByText('Stopped. Left untouched: 1 config.')).toBeDefined();
    expect(sent()).toHaveLength(1);
    await user.click(dialog().getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('ends a commit of several configs after the current one when the user leaves the page, and reports it', async () => {
    const { user, router, sent } = await openPage({ 'PUT /api/tenant/2/coursepro': {} });
    await user.click(screen.getByRole('button', { name: 'Commit 2' }));
    const endCommit = holdResponses('/coursepro');
    await user.click(dialog().getByRole('button', { name: 'Commit' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    await act(() => router.navigate({ to: '/tenants' } as never));
    endCommit();
    await waitFor(() => expect(toasts).toEqual([{ text: '1 of 2 configs committed', meaning: 'warning' }]));
    expect(sent()).toHaveLength(1);
  });

  it('commits one config', async () => {
    const { user, sent } = await openPage({
      'PUT /api/tenant/3/coursepro': () => fakeError(502, { error: 'web-3 is down.', code: 'target_failed' }),
    });
    await user.click(screen.getByRole('button', { name: 'Commit Wharfe CoursePro' }));
    await user.click(dialog().getByRole('button', { name: 'Commit' }));
    expect(await dialog().findByText('web-3 is down.')).toBeDefined();
    expect(sent().map(({ call }) => call)).toEqual(['PUT /api/tenant/3/coursepro']);
  });
});
