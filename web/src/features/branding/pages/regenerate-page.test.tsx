import { TOPIC } from '@mission-control/contract/topics';
import { notifyManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { fakeError, startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { change } from '../testing/open-branding.tsx';

const BRANCHES = 'GET /api/repos/branches?app=coursepro';
const ACTIVE = 'GET /api/tenant/homeportal2/brandings/active-tenants';
const SEQUENCE = 'GET /api/run-sequence?kind=branding-generation';
const regenerate = (id: number) => `POST /api/tenant/${id}/homeportal2/branding/regenerate`;
const done = { run_id: 1, warnings: [] };

type Answers = Record<string, FakeResponse | (() => FakeResponse)>;

/** Opens the page with a fresh module state, because the run belongs to the browser tab. */
async function openPage(answers: Answers = {}) {
  const arrived = startFakeServer({
    [BRANCHES]: { branches: [{ name: 'develop' }, { name: 'main' }], left_out: 0 },
    [ACTIVE]: { tenants: [3, 5, 8] },
    [SEQUENCE]: { sequence: null },
    'POST /api/run-sequence': { sequence: null },
    'GET /api/tenant/select': { tenants: [3, 5].map((id) => ({ id, tenant_name: `Tenant ${id}` })) },
    [regenerate(3)]: done,
    [regenerate(5)]: done,
    [regenerate(8)]: done,
    ...answers,
  });
  vi.resetModules();
  const { toast } = await import('../../../ui/toast/toast.ts');
  const said: { text: string; stayMs: number | undefined }[] = [];
  for (const meaning of ['success', 'info', 'error'] as const) {
    vi.spyOn(toast, meaning).mockImplementation((text, options) => void said.push({ text, stayMs: options?.stayMs }));
  }
  const { RegeneratePage } = await import('./regenerate-page.tsx');
  const { page, client } = await renderPage(
    '/tools/regenerate-brandings',
    RegeneratePage,
    '/tools/regenerate-brandings',
  );
  const dialog = () => document.querySelector<HTMLElement>('[role="alertdialog"]');
  return {
    page,
    client,
    dialog,
    calls: () =>
      arrived
        .map(({ call }) => call)
        .filter(
          (call) => !['GET /api/tenant/select', 'GET /api/console'].includes(call) && !call.includes('run-sequence'),
        ),
    bodies: () => arrived.filter(({ call }) => call.endsWith('/regenerate')).map(({ body }) => body),
    sequences: () => arrived.filter(({ call }) => call === 'POST /api/run-sequence').map(({ body }) => body),
    said,
    snackbars: () => said.map(({ text }) => text),
    loaded: () => waitFor(() => expect(page.textContent).toMatch(/\d active HomePortal2 branding/)),
    choose: async (branch: string) => {
      const select = page.querySelector('select');
      if (!select) throw new Error('There is no choice.');
      change(select, branch);
      await waitFor(() => expect(select.value).toBe(branch));
    },
    confirm: async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Regenerate all' }));
      await waitFor(() => expect(dialog()).not.toBeNull());
      const asked = dialog();
      if (asked) await userEvent.click(within(asked).getByRole('button', { name: 'Confirm' }));
      await waitFor(() => expect(dialog()).toBeNull());
    },
  };
}

describe('Regenerate brandings', () => {
  it('loads the branches, then the tenants, with a spinner, and counts and lists them [RGN-01, RGN-02, RGN-07]', async () => {
    const { page, calls, loaded } = await openPage();
    await waitFor(() => expect(page.textContent).toContain('Loading'));
    await loaded();
    expect(page.textContent).toContain('3 active HomePortal2 brandings');
    expect(calls()).toEqual([BRANCHES, ACTIVE]);
    expect(screen.getByRole('link', { name: '3' }).getAttribute('href')).toBe('#active-brandings');
    const listed = [...page.querySelectorAll('#active-brandings tbody a')];
    expect(listed.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      [
        ['8', 8],
        ['Tenant 3', 3],
        ['Tenant 5', 5],
      ].map(([name, id]) => [name, `/tenant/${id}/homeportal2/branding`]),
    );
    expect([...page.querySelectorAll('option:not([disabled])')].map((one) => one.textContent)).toEqual([
      'develop',
      'main',
    ]);
  });

  it('asks in a dialog of at most 500 px, then requires a branch [RGN-03, RGN-04, RGN-08, RGN-13]', async () => {
    const { dialog, loaded, confirm, calls, snackbars } = await openPage();
    await loaded();
    await userEvent.click(screen.getByRole('button', { name: 'Regenerate all' }));
    await waitFor(() => expect(dialog()?.style.maxWidth).toBe('500px'));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await confirm();
    await waitFor(() => expect(snackbars()).toEqual(['Please select a branch first']));
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('reports that there is nothing to regenerate [RGN-14]', async () => {
    const { loaded, choose, confirm, snackbars } = await openPage({ [ACTIVE]: { tenants: [] } });
    await loaded();
    await choose('main');
    await confirm();
    await waitFor(() => expect(snackbars()).toEqual(['No active brandings to regenerate.']));
  });

  it('continues after a failed tenant and retries it [RGN-05, RGN-09..12, RGN-16, RGN-19, RGN-20]', async () => {
    let broken = true;
    const refuse = () => fakeError(500, { error: 'The theme is broken.', code: 'internal' });
    const { page, loaded, choose, confirm, calls, bodies, snackbars } = await openPage({
      [regenerate(5)]: () => (broken ? refuse() : done),
    });
    await loaded();
    await choose('main');
    await confirm();
    await waitFor(() => expect(snackbars()).toContain('All active brandings have been processed.'));
    expect(snackbars()).toContain('Failed to regenerate branding for Tenant 5');
    expect(calls().slice(2)).toEqual([regenerate(3), regenerate(5), regenerate(8)]);
    expect(bodies()).toEqual(Array.from({ length: 3 }, () => ({ app: 'coursepro', branch: 'main' })));
    expect(page.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')).toBe('3');
    const list = page.querySelector('[aria-label="Failed tenants"]');
    expect(list?.textContent).toContain('Tenant 5The theme is broken. req 7f3a-91c2');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry failed' }));
    await waitFor(() => expect(page.querySelector('[aria-label="Failed tenants"]')).toBeNull());
    expect(calls().slice(5)).toEqual([regenerate(5)]);
  });

  it('shows the current tenant, by its id if the name is unknown [RGN-05]', async () => {
    const { page, loaded, choose, confirm } = await openPage({ [ACTIVE]: { tenants: [8, 3] } });
    await loaded();
    await choose('main');
    const { fetch } = globalThis;
    const waiting: (() => void)[] = [];
    globalThis.fetch = async (input, init) => {
      if (`${input as string}`.endsWith('/regenerate')) await new Promise<void>((resolve) => waiting.push(resolve));
      return fetch(input, init);
    };
    await confirm();
    await waitFor(() => expect(page.textContent).toContain('Processing 8 (1 of 2)'));
    waiting.shift()?.();
    await waitFor(() => expect(page.textContent).toContain('Processing Tenant 3 (2 of 2)'));
    expect(page.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')).toBe('1');
    waiting.shift()?.();
    await waitFor(() => expect(page.textContent).toContain('2 brandings were processed.'));
  });

  it('offers to resume the run of a closed tab, with its failures', async () => {
    const item = (id: number, state: string, error: string | null = null) => ({
      item: String(id),
      name: `Tenant ${id}`,
      state,
      error,
      run_id: state === 'waiting' ? null : id,
      seconds: null,
    });
    const started = '2026-11-21T08:00:00.000Z';
    const at = {
      started_by: 'Tom Okafor',
      started_at: started,
      active_at: started,
      idle_ms: 3_600_000,
      closed_at: null,
    };
    const items = [item(3, 'succeeded'), item(5, 'failed', 'The theme is broken.'), item(8, 'waiting')];
    const sequence = { key: 'sequence-1', kind: 'branding-generation', facts: { branch: 'develop' }, items, ...at };
    const { page, loaded, calls, bodies, sequences } = await openPage({ [SEQUENCE]: { sequence } });
    await loaded();
    await waitFor(() => expect(page.textContent).toContain('1 branding is left.'));
    expect(page.textContent).toContain('2 of 3 brandings were processed, 1 failed.');
    expect(page.textContent).toContain('Tenant 5The theme is broken.');
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(page.textContent).toContain('3 brandings were processed, 1 failed.'));
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([regenerate(8)]);
    expect(bodies()).toEqual([{ app: 'coursepro', branch: 'develop' }]);
    expect(sequences()).toEqual([]);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Retry failed' }).getAttribute('aria-disabled')).toBeNull(),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Retry failed' }));
    await waitFor(() => expect(page.textContent).toContain('1 branding was processed'));
    expect(sequences()).toMatchObject([{ facts: { branch: 'develop' }, items: [{ item: '5', name: 'Tenant 5' }] }]);
  });

  it.each([
    ['right', -2_000],
    ['behind', 3_600_000],
    ['ahead', -3_600_000],
  ])('waits for the tab of the run between two of its tenants, with a browser clock that is %s', async (_, skew) => {
    const items = ['3', '8'].map((item) => ({
      item,
      name: `Tenant ${item}`,
      error: null,
      run_id: null,
      seconds: null,
    }));
    const state = (at: number) => ({ state: at === 0 ? 'succeeded' : 'waiting' });
    const now = new Date(new Date().getTime() + skew).toISOString();
    const at = { started_by: 'Tom Okafor', started_at: now, active_at: now, idle_ms: 2_000, closed_at: null };
    let sequence = {
      key: 'sequence-1',
      kind: 'branding-generation',
      facts: { branch: 'develop' },
      items: items.map((item, place) => ({ ...item, ...state(place) })),
      ...at,
    };
    const { page, loaded, client } = await openPage({ [SEQUENCE]: () => ({ sequence }) });
    await loaded();
    await waitFor(() => expect(page.textContent).toContain('1 of 2 brandings were processed.'));
    expect(page.textContent).not.toContain('1 branding is left.');
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    sequence = { ...sequence, idle_ms: 9_999 };
    await act(() => invalidateTopics(client, [TOPIC.runs]));
    await screen.findByRole('button', { name: 'Discard' });
  });

  it('reports failed loads [RGN-15, RGN-17]', async () => {
    const broken = () => fakeError(500, { error: 'It broke.', code: 'internal' });
    const branches = await openPage({ [BRANCHES]: broken });
    await waitFor(() => expect(branches.snackbars()).toEqual(['Failed to load initial page data.']));
    const tenants = await openPage({ [ACTIVE]: broken });
    await waitFor(() => expect(tenants.snackbars()).toEqual(['Failed to get active tenants. Please try again.']));
  });

  it.each([
    [BRANCHES, 'listBranches', 'Failed to load initial page data.'],
    [ACTIVE, 'listActiveBrandings', 'Failed to get active tenants. Please try again.'],
  ])('reports once per outage that %s fails', async (call, name, words) => {
    let broken = false;
    const kept = { branches: [{ name: 'main' }], left_out: 0, tenants: [3, 5, 8] };
    const { client, loaded, snackbars } = await openPage({
      [call]: () => (broken ? fakeError(503, { error: 'It is away.', code: 'unavailable' }) : kept),
    });
    await loaded();
    const reread = () =>
      act(async () => {
        await client.invalidateQueries({ queryKey: [name] });
        // The page is notified later; without it, two results would be rendered as one.
        await new Promise<void>((settle) => notifyManager.schedule(settle));
      });
    broken = true;
    await reread();
    await reread();
    expect(snackbars()).toEqual([words]);
    broken = false;
    await reread();
    broken = true;
    await reread();
    expect(snackbars()).toEqual([words, words]);
  });

  it('adds a tenant whose branding is saved for the first time', async () => {
    let tenants = [3, 5];
    const { page, client, loaded } = await openPage({ [ACTIVE]: () => ({ tenants }) });
    await loaded();
    tenants = [3, 5, 8];
    await act(() => invalidateTopics(client, [TOPIC.brandings, TOPIC.tenant(8)]));
    await waitFor(() => expect(page.textContent).toContain('3 active HomePortal2 brandings'));
  });

  it('shows messages for 3 s [RGN-06, ERR-03]', async () => {
    const { loaded, confirm, said } = await openPage();
    await loaded();
    await confirm();
    await waitFor(() => expect(said).toEqual([{ text: 'Please select a branch first', stayMs: 3000 }]));
  });
});
