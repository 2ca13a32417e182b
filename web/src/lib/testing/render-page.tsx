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
import { UiProvider } from '../../ui/theme/ui-provider.tsx';
import { atEnd } from './ends.ts';

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

/** Rendering is slow on a busy machine; below the test timeout, so that the failed expectation is reported. */
const LATE_MS = 10_000;

/** Waits until the check passes. */
export async function eventually(check: () => void): Promise<void> {
  await vi.waitFor(check, { timeout: LATE_MS });
}

/** A click as a mouse produces it. */
export function click(element: Element): void {
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

/** The button or switch with that name. */
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
