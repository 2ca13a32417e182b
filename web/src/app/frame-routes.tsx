import { createRootRouteWithContext, createRoute, Outlet } from '@tanstack/react-router';
import { AppFrame } from './app-frame.tsx';
import { requireSignIn } from './session/guard.ts';
import type { Session } from './session/session.ts';

/** What every route knows. */
export interface RouterContext {
  session: Session;
}

export const root = createRootRouteWithContext<RouterContext>()({ component: Outlet });
/** Bar, drawer and footer around a page. */
export const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: AppFrame });
/** Everything below needs a sign-in [SHELL-09]. */
export const signedIn = createRoute({ getParentRoute: () => frame, id: 'signed-in', beforeLoad: requireSignIn });
