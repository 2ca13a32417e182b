import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { ConfigPage } from '../pages/config-page.tsx';

/** Renders the config screen, with a tenant page to navigate to; for tests. */
export function openScreen(kind = 'coursepro', search = '') {
  sessionStorage.setItem('token', 'a token');
  sessionStorage.setItem('refreshToken', 'a refresh token');
  const root = createRootRoute({ component: Outlet });
  const config = createRoute({
    getParentRoute: () => root,
    path: '/tenant/$id/$kind/config',
    component: ConfigPage,
  });
  const tenant = createRoute({ getParentRoute: () => root, path: '/tenant/$id', component: () => 'the tenant' });
  const history = createMemoryHistory({ initialEntries: [`/tenant/7/${kind}/config${search}`] });
  const router = createRouter({ routeTree: root.addChildren([config, tenant]), history });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const host = document.body.appendChild(document.createElement('div'));
  const reactRoot = createRoot(host);
  reactRoot.render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return {
    client,
    router,
    close: () => {
      reactRoot.unmount();
      host.remove();
    },
  };
}

/** Waits until `found` returns an element. */
export function until<T>(found: () => T | null | undefined | false): Promise<T> {
  return vi.waitFor(() => {
    const value = found();
    if (value === null || value === undefined || value === false)
      throw new Error(`not yet: ${document.body.textContent}`);
    return value;
  }, 4000);
}

/** The last button with this name; undefined if there is none. */
export function button(name: string | RegExp): HTMLElement | undefined {
  const matches = (text: string) => (typeof name === 'string' ? text === name : name.test(text));
  return [...document.querySelectorAll<HTMLElement>('button')].findLast((one) =>
    matches(one.getAttribute('aria-label') ?? one.textContent),
  );
}

/** Clicks a button as soon as it is present and enabled. */
export async function press(name: string | RegExp): Promise<void> {
  const found = await until(() => {
    const one = button(name);
    return one?.getAttribute('aria-disabled') === 'true' ? null : one;
  });
  found.click();
}

/** Types into the field that a label names, as a person would. */
export async function fill(label: string, value: string): Promise<void> {
  const named = await until(() => [...document.querySelectorAll('label')].find((one) => one.textContent === label));
  const field = document.getElementById(named.htmlFor);
  if (!(field instanceof HTMLInputElement)) throw new Error(`${label} is no input`);
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
