import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  type AnyRoute,
  type RouteComponent,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, onTestFinished } from 'vitest';
import { UiProvider } from '../../ui/theme/ui-provider.tsx';

/** A page and its child pages; without a path, a layout around them. */
interface TestRoute {
  path?: string;
  component: RouteComponent;
  inside?: readonly TestRoute[];
}

function routeOf(parent: AnyRoute, { path, component, inside = [] }: TestRoute): AnyRoute {
  const place = path === undefined ? { id: 'frame' } : { path };
  const route = createRoute({ getParentRoute: () => parent, component, ...place } as never) as AnyRoute;
  return inside.length === 0 ? route : (route.addChildren(inside.map((one) => routeOf(route, one))) as AnyRoute);
}

/** Renders one page of the console at an address; every other address renders nothing. */
export function renderPage(path: string, component: RouteComponent, address: string) {
  return renderRoute({ path, component }, address);
}

/** Renders a page inside its layouts. */
export async function renderRoute(route: TestRoute, address: string) {
  const root = createRootRoute({ notFoundComponent: () => null }) as never as AnyRoute;
  const router = createRouter({
    routeTree: root.addChildren([routeOf(root, route)]) as AnyRoute,
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await router.load();
  return { router, ...renderUi(<RouterProvider router={router} />) };
}

/** Renders an element with the providers of the console; `page` holds what it draws, `user` operates it. */
export function renderUi(element: ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  onTestFinished(() => client.clear());
  const { container, rerender, unmount } = render(element, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <UiProvider>{children}</UiProvider>
      </QueryClientProvider>
    ),
  });
  return { page: container, client, rerender, unmount, user: userEvent.setup() };
}

/** Chooses an option, or replaces the text of a field. */
export async function fill(user: UserEvent, field: HTMLElement, value: string): Promise<void> {
  if (field instanceof HTMLSelectElement) return user.selectOptions(field, value);
  await user.clear(field);
  if (value !== '') await user.type(field, value);
}

/** Chooses a file once its field is enabled: until the role is known, it is not. */
export async function chooseFile(user: UserEvent, label: string, file: File): Promise<void> {
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await waitFor(() => expect(field.disabled).toBe(false));
  await user.upload(field, file);
}

/** Whether a button of the console is disabled: it stays focusable, for its tooltip. */
export const isDisabled = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') === 'true';

/** Expects the error of a failed read (`fakeFailure`): its title, the request id and a way to retry. */
export async function expectReadError(page: HTMLElement, title: string): Promise<void> {
  await waitFor(() => expect(page.textContent).toContain(title));
  expect(page.textContent).toContain('req 7f3a-91c2');
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
}
