import { redirect, type ParsedLocation } from '@tanstack/react-router';
import { rememberWantedPath } from '../../lib/address/wanted-path.ts';
import type { Session } from './session.ts';

interface Guarded {
  context: { session: Session };
  location: ParsedLocation;
}

/** Redirects users without a sign-in to the landing page, which then leads back here (C-049). */
export function requireSignIn({ context: { session }, location }: Guarded): void {
  const state = session.state();
  if (state.status === 'success') return;
  // After a Logout the next sign-in starts at home.
  if (!(state.status === 'idle' && state.loggedOut)) rememberWantedPath(location.href);
  throw redirect({ to: '/', replace: true });
}
