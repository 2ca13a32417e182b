import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { api, credentials } from '../lib/api.ts';
import { ApiError } from '../lib/api-error.ts';
import { UiProvider } from '../ui/ui-provider.tsx';
import { RouterLink } from './router-link.tsx';
import { createAppRouter } from './routes.tsx';
import { createBrowserChannel } from './session/browser-channel.ts';
import { createSession } from './session/session.ts';
import { SessionProvider } from './session/session-context.ts';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Live updates say what is stale; this only spares a second read while screens are switched.
      staleTime: 30_000,
      // Being offline is an error to show at once, not a reason to wait silently.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && error instanceof ApiError && error.code === 'unavailable',
    },
    mutations: { networkMode: 'always' },
  },
});
const session = createSession({
  api,
  credentials,
  tab: sessionStorage,
  channel: createBrowserChannel(),
  now: () => performance.now(),
});
const router = createAppRouter({ session, queryClient });

let wasSignedIn = session.state().status === 'success';
session.subscribe(() => {
  const signedIn = session.state().status === 'success';
  if (signedIn === wasSignedIn) return;
  wasSignedIn = signedIn;
  // Runs the guards again: they lead to the landing page, or from it to where the person wanted to go.
  void router.invalidate().finally(() => {
    // The next person must not see what this one has read.
    if (!signedIn) queryClient.clear();
  });
});

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element #root.');
createRoot(place).render(
  <StrictMode>
    <SessionProvider value={session}>
      <QueryClientProvider client={queryClient}>
        <UiProvider linkComponent={RouterLink}>
          <RouterProvider router={router} />
        </UiProvider>
      </QueryClientProvider>
    </SessionProvider>
  </StrictMode>,
);
