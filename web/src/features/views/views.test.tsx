import type { SavedView } from '@mission-control/contract/views/schema';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeError, holdResponses, startFakeServer } from '../../lib/testing/fake-server.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { collectToasts } from '../../lib/testing/toasts.ts';
import { PinnedViews, ViewsMenu } from './public.tsx';
import { startView, viewSearch } from './use-views.ts';

const toasts = collectToasts();

const view = (id: number, more: Partial<SavedView> = {}): SavedView => ({
  _id: id,
  page: 'tenants',
  name: `View ${id}`,
  search: `region=${id}`,
  shared: false,
  owner: 'amelia.hart',
  own: true,
  pinned: true,
  start: false,
  revision: 1,
  ...more,
});

function Page() {
  return (
    <>
      <PinnedViews page="tenants" all="All tenants" />
      <ViewsMenu page="tenants" />
    </>
  );
}

async function openPage(
  views: SavedView[],
  address = '/tenant',
  role = 'operator',
  answers: Parameters<typeof startFakeServer>[0] = {},
) {
  let kept = views;
  const stored = (part: Partial<SavedView>) => (body: unknown) => {
    const [first = view(1)] = kept;
    kept = [{ ...first, ...(body as object), ...part }, ...kept.slice(1)];
    return { ...kept[0] };
  };
  const arrived = startFakeServer({
    'GET /api/console': { user: 'Amelia Hart', role, sandbox: false },
    'GET /api/view': () => ({ data: kept }),
    'POST /api/view': (body) => {
      const { name } = body as { name: string };
      if (kept.some((one) => one.name === name))
        return fakeError(409, { error: 'Taken.', code: 'conflict', fields: { name: 'You have it already.' } });
      const made = view(9, body as Partial<SavedView>);
      kept = [...kept, made];
      return { ...made };
    },
    'PUT /api/view/1': stored({ revision: 2 }),
    'PUT /api/view/1/use': stored({}),
    'DELETE /api/view/1': () => {
      kept = kept.slice(1);
      return {};
    },
    ...answers,
  });
  const { user } = await renderPage('/tenant', Page, address);
  await waitFor(() => expect(arrived.map(({ call }) => call)).toContain('GET /api/view'));
  const menu = async (entry: string) => {
    await user.click(screen.getByRole('button', { name: 'Views' }));
    await user.click(await screen.findByText(entry));
  };
  return { user, menu, sent: () => arrived.filter(({ call }) => !call.startsWith('GET')) };
}

describe('pinned views', () => {
  it('are tabs above the list; the one whose address is open is current', async () => {
    const views = [view(1), view(2, { pinned: false }), view(3, { page: 'monitors' }), view(4, { own: false })];
    await openPage(views, '/tenant?page=3&region=4');
    const bar = await screen.findByRole('navigation', { name: 'Pinned views' });
    const tabs = within(bar).getAllByRole('link');
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href'), tab.getAttribute('aria-current')])).toEqual([
      ['All tenants', '/tenant?inactive=false', null],
      ['View 1', '/tenant?region=1', null],
      ['View 4', '/tenant?region=4', 'page'],
    ]);
  });

  it('take no space while there are none', async () => {
    await openPage([view(2, { pinned: false })]);
    await screen.findByRole('button', { name: 'Views' });
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('the room for pinned views', () => {
  it.each([
    ['is kept while they load, if there were some at the last load', true],
    ['is not taken if there were none', false],
  ])('%s', async (_what, pinned) => {
    await openPage([view(1, { pinned })]);
    await screen.findByRole('button', { name: 'Views' });
    if (pinned) await screen.findByRole('navigation', { name: 'Pinned views' });
    cleanup();
    startFakeServer({ 'GET /api/view': { data: [view(1, { pinned })] } });
    const release = holdResponses('/api/view');
    const { page } = await renderPage('/tenant', Page, '/tenant');
    await screen.findByRole('button', { name: 'Views' });
    expect(page.querySelector('[data-room-for]') !== null).toBe(pinned);
    release();
    await waitFor(() => expect(page.querySelector('[data-room-for]')).toBeNull());
    expect(screen.queryByRole('navigation') !== null).toBe(pinned);
  });
});

describe('the menu of views', () => {
  it('saves what is shown, without the page number; a taken name is reported at its field', async () => {
    const { user, menu, sent } = await openPage([view(1)], '/tenant?page=3&sort=-name&q=swim');
    await menu('Save view');
    await user.type(await screen.findByLabelText('Name'), 'View 1{Enter}');
    await screen.findByText('You have it already.');
    await user.type(screen.getByLabelText('Name'), '2');
    await user.click(screen.getByRole('switch', { name: 'Share with everybody' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toasts.at(-1)?.text).toBe('View View 12 saved'));
    expect(sent().at(-1)?.body).toEqual({
      page: 'tenants',
      name: 'View 12',
      search: 'q=swim&sort=-name',
      shared: true,
    });
  });

  it('offers sharing to operators only', async () => {
    const { menu } = await openPage([], '/tenant', 'viewer');
    await menu('Save view');
    await screen.findByLabelText('Name');
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('manages views: replaces, starts there, renames and deletes after confirmation', async () => {
    const { user, menu, sent } = await openPage([view(1, { shared: true })], '/tenant?sort=-name');
    await menu('Manage views');
    // A style for the words of an entry must not show its menu, which the browser hides until it opens.
    const options = await screen.findByRole('menu', { name: 'Options of View 1', hidden: true });
    expect(getComputedStyle(options).display).not.toBe('flex');
    const act = async (entry: string) => {
      await user.click(await screen.findByRole('button', { name: /^Options of/ }));
      await user.click(screen.getByText(entry));
    };
    await act('Start page');
    await act('Replace with what is shown');
    await waitFor(() => expect(toasts.at(-1)?.text).toBe('View View 1 replaced'));
    await act('Rename');
    const rename = screen.getByRole('dialog', { name: 'Rename View 1' });
    await user.type(within(rename).getByLabelText('Name'), '!{Enter}');
    await waitFor(() => expect(rename.isConnected).toBe(false));
    await act('Delete');
    await screen.findByText('Everybody loses this view.');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toasts.at(-1)?.text).toBe('View View 1! deleted'));
    expect(sent()).toEqual([
      { call: 'PUT /api/view/1/use', body: { start: true } },
      { call: 'PUT /api/view/1', body: { name: 'View 1', search: 'sort=-name', shared: true, revision: 1 } },
      { call: 'PUT /api/view/1', body: { name: 'View 1!', search: 'sort=-name', shared: true, revision: 2 } },
      { call: 'DELETE /api/view/1', body: undefined },
    ]);
  });

  it('renames a view that somebody else has changed in the meantime, on the second try', async () => {
    let stored = view(1);
    const { user, menu, sent } = await openPage([], '/tenant', 'operator', {
      'GET /api/view': () => ({ data: [stored] }),
      'PUT /api/view/1': (body) =>
        (body as SavedView).revision === stored.revision
          ? { ...stored }
          : fakeError(409, { error: 'Somebody else has changed this view.', code: 'conflict' }),
    });
    await menu('Manage views');
    await user.click(await screen.findByRole('button', { name: /^Options of/ }));
    await user.click(screen.getByText('Rename'));
    const rename = await screen.findByRole('dialog', { name: 'Rename View 1' });
    stored = view(1, { revision: 2, search: 'region=3' });
    await user.type(within(rename).getByLabelText('Name'), '!{Enter}');
    await waitFor(() => expect(toasts.at(-1)?.text).toBe('Somebody else has changed this view.'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(rename.isConnected).toBe(false));
    expect(sent().at(-1)?.body).toEqual({ name: 'View 1!', search: 'region=3', shared: false, revision: 2 });
  });
});

it('normalizes equivalent addresses', () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }));
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value, { maxKeys: 6 }), (search) => {
      const query = (entries: [string, unknown][]) =>
        `?${entries.map(([key, one]) => `${key}=${encodeURIComponent(JSON.stringify(one))}`).join('&')}`;
      const text = viewSearch('monitors', query(Object.entries(search)));
      expect(viewSearch('monitors', query(Object.entries(search).toReversed()))).toBe(text);
      expect(viewSearch('monitors', `?${text}`)).toBe(text);
    }),
  );
});

it('starts where the user chose, and at the dashboard when the server does not respond', async () => {
  startFakeServer({ 'GET /api/view': { data: [view(1), view(2, { start: true })] } });
  expect(await startView(new QueryClient())).toMatchObject({ _id: 2 });
  startFakeServer({});
  expect(await startView(new QueryClient({ defaultOptions: { queries: { retry: false } } }))).toBeUndefined();
});
