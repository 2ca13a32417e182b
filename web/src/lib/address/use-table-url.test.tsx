import { lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import { useReducer } from 'react';
import { expect, it } from 'vitest';
import { renderRoute } from '../testing/render-page.tsx';
import { BY_NAME } from './table-search.ts';
import { useRowHref, useTableUrl } from './use-table-url.ts';

function List() {
  const { setPage } = useTableUrl(BY_NAME);
  const hrefOf = useRowHref('row');
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  return (
    <>
      <button onClick={rerender}>Render</button>
      <button onClick={() => setPage(2)}>Page 2</button>
      <a href={hrefOf(7)}>Row</a>
    </>
  );
}

const NeverLoaded = lazyRouteComponent(() => new Promise<{ default: () => null }>(() => undefined));

it('keeps to its page when it is rendered while another page loads, which is then not opened', async () => {
  const inside = [
    { path: '/list', component: List },
    { path: '/next', component: NeverLoaded },
  ];
  const { router, user } = await renderRoute({ component: Outlet, inside }, '/List?q=oak');
  act(() => void router.navigate({ to: '/next' } as never));
  await waitFor(() => expect(router.latestLocation.pathname).toBe('/next'));
  await user.click(screen.getByRole('button', { name: 'Render' }));
  expect(screen.getByRole('link', { name: 'Row' }).getAttribute('href')).toBe('/list?q=oak&row=7');
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(router.latestLocation.href).toBe('/next');
  act(() => router.history.back());
  await waitFor(() => expect(router.latestLocation.href).toBe('/List?q=oak'));
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(router.latestLocation.href).toMatch(/^\/list\?q=oak&page=2$/i));
});
