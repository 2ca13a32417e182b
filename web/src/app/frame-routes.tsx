import { createRootRouteWithContext, createRoute, Outlet, redirect, type ParsedLocation } from '@tanstack/react-router';
import { rememberWantedPath } from '../lib/address/wanted-path.ts';
import { AppFrame } from './app-frame.tsx';
import type { Session } from './session/session.ts';

/** The context of every route. */
export interface RouterContext {
  session: Session;
}

export interface Guarded {
  context: { session: Session };
  location: ParsedLocation;
}

/** Redirects users without a sign-in to the landing page, which then leads back here (C-049). */
function requireSignIn({ context: { session }, location }: Guarded): void {
  const state = session.state();
  if (state.status === 'success') return;
  // After a Logout the next sign-in starts at home.
  if (!(state.status === 'idle' && state.loggedOut)) rememberWantedPath(location.href);
  throw redirect({ to: '/', replace: true });
}

export const root = createRootRouteWithContext<RouterContext>()({ component: Outlet });
/** Bar, drawer and footer around a page. */
export const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: AppFrame });
/** Everything below needs a sign-in [SHELL-09]. */
export const signedIn = createRoute({ getParentRoute: () => frame, id: 'signed-in', beforeLoad: requireSignIn });
