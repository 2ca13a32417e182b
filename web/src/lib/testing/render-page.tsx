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
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { UiProvider } from '../../ui/ui-provider.tsx';
import { atEnd } from './ends.ts';

/** A page, and the pages inside of it; without a path it is a frame around them. */
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

/** Draws one page of the console at an address; every other address shows nothing. */
export function renderPage(path: string, component: RouteComponent, address: string) {
  return renderRoute({ path, component }, address);
}

/** Draws a page with the frames around it. */
export async function renderRoute(route: TestRoute, address: string) {
  const root = createRootRoute({ notFoundComponent: () => null }) as never as AnyRoute;
  const router = createRouter({
    routeTree: root.addChildren([routeOf(root, route)]) as AnyRoute,
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const place = document.body.appendChild(document.createElement('div'));
  const drawn = createRoot(place);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  atEnd(() => {
    drawn.unmount();
    place.remove();
    client.clear();
  });
  await router.load();
  drawn.render(
    <QueryClientProvider client={client}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>,
  );
  return { page: place, router, client };
}

/** A busy machine draws late; below the time limit of a test, so that what was expected is what is told. */
const LATE_MS = 10_000;

/** Waits until the page is as expected. */
export async function eventually(check: () => void): Promise<void> {
  await vi.waitFor(check, { timeout: LATE_MS });
}

/** A click as the person's mouse does it. */
export function click(element: Element): void {
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

/** The button or switch of that name. */
export function control(within: ParentNode, name: string): HTMLElement {
  const all = [...within.querySelectorAll<HTMLElement>('button, [role="switch"], a')];
  const found = all.find((one) => nameOf(one) === name);
  if (!found) throw new Error(`There is no control "${name}" among: ${all.map(nameOf).join(', ')}.`);
  return found;
}

function nameOf(element: HTMLElement): string {
  const labelledBy = element.getAttribute('aria-labelledby');
  const label = labelledBy ? document.getElementById(labelledBy) : (element.closest('label') ?? element);
  return element.getAttribute('aria-label') ?? label?.textContent?.trim() ?? '';
}
