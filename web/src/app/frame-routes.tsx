import { getConsole } from '@mission-control/contract/help/calls';
import {
  createRootRouteWithContext,
  createRoute,
  notFound,
  Outlet,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router';
import { rememberWantedPath } from '../lib/address/wanted-path.ts';
import { queryOf, startQueries } from '../lib/api/query.ts';
import type { QueryClient } from '@tanstack/react-query';
import { AppFrame } from './app-frame.tsx';
import type { Session } from './session/session.ts';

/** The context of every route. */
export interface RouterContext {
  session: Session;
  /** Loaders start a page's queries here, while its code is still loading. */
  queryClient: QueryClient;
}

/** @public Part of the inferred types of the routes. */
export interface Guarded {
  context: { session: Session };
  location: ParsedLocation;
}

/** Redirects users without a sign-in to the landing page, which then leads back here (C-049). */
function requireSignIn({ context: { session }, location }: Guarded): void {
  const state = session.state();
  if (state.status === 'success' || state.status === 'ended') return;
  // After a Logout the next sign-in starts at home.
  if (!(state.status === 'idle' && state.loggedOut)) rememberWantedPath(location.href);
  throw redirect({ to: '/', replace: true });
}

export const root = createRootRouteWithContext<RouterContext>()({ component: Outlet });
/** Bar, drawer and footer around a page. */
export const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: AppFrame });
/** Everything below needs a sign-in [SHELL-09]. The role loads in parallel with the page: its buttons need it. */
export const signedIn = createRoute({
  getParentRoute: () => frame,
  id: 'signed-in',
  beforeLoad: requireSignIn,
  loader: ({ context }) => startQueries(context.queryClient, queryOf(getConsole, {})),
});

/** Whether a path parameter can be an id; others are not requested (C-008). */
export const isId = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text);

/** Shows the page for unknown addresses where the parameter cannot be an id. */
export function requireId({ params: { id } }: { params: { id: string } }): void {
  if (!isId(id)) throw notFound();
}
