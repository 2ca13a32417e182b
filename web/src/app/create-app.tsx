import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api, credentials } from '../lib/api.ts';
import { ApiError } from '../lib/api-error.ts';
import { useCloseOnBack } from '../lib/close-on-back.ts';
import { rereadAfterFailure } from '../lib/query.ts';
import { UiProvider } from '../ui/ui-provider.tsx';
import { RouterLink } from './router-link.tsx';
import { createAppRouter } from './routes.tsx';
import { createSession, type Session, type SessionChannel } from './session/session.ts';
import { SessionProvider } from './session/session-context.ts';

/** Puts the console together: session, router, queries. It starts from what the browser kept and where it is. */
export function createApp(channel: SessionChannel): ReactElement {
  const queryClient = createQueryClient();
  const session = createSession({ api, credentials, tab: sessionStorage, channel, now: () => performance.now() });
  const router = createAppRouter({ session });
  onSignInChange(session, async (signedIn) => {
    // Runs the guards again: they lead to the landing page, or from it to where the person wanted to go.
    await router.invalidate();
    // The next person must not see what this one has read.
    if (!signedIn) queryClient.clear();
  });
  return (
    <SessionProvider value={session}>
      <QueryClientProvider client={queryClient}>
        <UiProvider linkComponent={RouterLink} closeOnBack={useCloseOnBack}>
          <RouterProvider router={router} />
        </UiProvider>
      </QueryClientProvider>
    </SessionProvider>
  );
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Live updates say what is stale; this only spares a second read while screens are switched.
        staleTime: 30_000,
        // Being offline is an error to show at once, not a reason to wait silently.
        networkMode: 'always',
        // Which would otherwise be off in that mode.
        refetchOnReconnect: true,
        refetchInterval: (query) => rereadAfterFailure(query),
        retry: (failures, error) => failures < 1 && error instanceof ApiError && error.code === 'unavailable',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function onSignInChange(session: Session, listener: (signedIn: boolean) => Promise<void>): void {
  const isSignedIn = () => session.state().status === 'success';
  let before = isSignedIn();
  session.subscribe(() => {
    if (isSignedIn() === before) return;
    before = isSignedIn();
    void listener(before);
  });
}
