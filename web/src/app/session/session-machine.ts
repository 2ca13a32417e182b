import type { ApiError } from '../../lib/api/api-error.ts';

/**
 * State of the sign-in [AUTH-13..16]. `loggedOut` is true after Logout: the landing page then offers 'Log in' instead of
 * checking automatically, which would log the user straight back in (C-048).
 */
export type SessionState =
  | { status: 'idle'; loggedOut: boolean }
  | { status: 'loading' }
  | { status: 'success'; user: string }
  /** The session has ended while the page has unsaved work: it stays, below a dialog to sign in (0094). */
  | { status: 'ended'; user: string }
  | { status: 'error'; error: ApiError };

export type SessionEvent =
  | { type: 'check' }
  | { type: 'verified'; user: string }
  | { type: 'failed'; error: ApiError }
  /** The user logged out, here or in another tab. */
  | { type: 'loggedOut' }
  /** The server rejects our tokens. `hasWork`: the page has unsaved changes. */
  | { type: 'expired'; hasWork: boolean }
  /** The unsaved work of an ended session is discarded. */
  | { type: 'abandoned' };

/** The next state; events that do not apply to a state are ignored. */
export function nextSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'check':
      return state.status === 'success' || state.status === 'ended' ? state : { status: 'loading' };
    case 'verified':
      return state.status === 'idle' || state.status === 'error' ? state : { status: 'success', user: event.user };
    case 'failed':
      return state.status === 'loading' ? { status: 'error', error: event.error } : state;
    case 'loggedOut':
      return { status: 'idle', loggedOut: true };
    case 'expired':
      if (state.status !== 'success') return state;
      return event.hasWork ? { status: 'ended', user: state.user } : { status: 'idle', loggedOut: false };
    case 'abandoned':
      return state.status === 'ended' ? { status: 'idle', loggedOut: false } : state;
  }
}
