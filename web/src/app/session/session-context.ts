import { createContext, use, useSyncExternalStore } from 'react';
import type { Session } from './session.ts';
import type { SessionState } from './session-machine.ts';

const SessionContext = createContext<Session | null>(null);

export const SessionProvider = SessionContext.Provider;

/** The tab's session. @throws Error outside of its provider */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it.');
  return session;
}

/** The sign-in state; re-renders on changes. */
export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.state);
}
