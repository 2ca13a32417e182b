import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, useRouter } from '@tanstack/react-router';
import type { ReactElement, MouseEvent } from 'react';
import { ApiError } from '../lib/api/api-error.ts';
import { api, credentials } from '../lib/api/api.ts';
import { stepOverSpareEntries, useCloseOnBack } from '../lib/address/close-on-back.ts';
import { discardUnsavedWork, hasUnsavedWork } from '../lib/address/unsaved-work.ts';
import { retryIntervalAfterFailure } from '../lib/api/query.ts';
import { recentTenants } from '../lib/recent-tenants.ts';
import type { LinkProps } from '../ui/action/link.tsx';
import { UiProvider } from '../ui/theme/ui-provider.tsx';
import { createAppRouter } from './routes.tsx';
import { SessionProvider } from './session/session-context.ts';
import { createSession, type Session, type SessionChannel } from './session/session.ts';

/** Link of the ui primitives: client-side navigation for plain clicks, an ordinary link otherwise. */
function RouterLink({ href, onClick, ...rest }: LinkProps) {
  const router = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !plain || rest.target || rest.download !== undefined) return;
    event.preventDefault();
    // A double click is one step of the history, and its second click may land on a link of the arriving page.
    if (event.detail <= 1) router.history.push(href);
  };
  return <a {...rest} href={href} onClick={follow} />;
}

/** Wires session, router and queries, starting from stored credentials and the current address. */
export function createApp(channel: SessionChannel): ReactElement {
  const queryClient = createQueryClient();
  const session = createSession({
    api,
    credentials,
    tab: sessionStorage,
    channel,
    now: () => performance.now(),
    work: { isThere: hasUnsavedWork, abandon: discardUnsavedWork },
    openAnew: () => {
      recentTenants.clear();
      window.location.replace('/');
    },
  });
  const router = createAppRouter({ session, queryClient });
  stepOverSpareEntries(router.history);
  onSignInChange(session, async (signedIn) => {
    // Reruns the guards, which redirect to the landing page or to the wanted path.
    await router.invalidate();
    // The next user must not see this one's data.
    if (!signedIn) queryClient.clear();
  });
  whenResumed(session, () => void queryClient.invalidateQueries());
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
        // Live updates determine staleness; this avoids refetches while switching screens.
        staleTime: 30_000,
        // Being offline is an error to show at once, not a reason to pause silently.
        networkMode: 'always',
        // Off by default in that mode.
        refetchOnReconnect: true,
        refetchInterval: (query) => retryIntervalAfterFailure(query),
        retry: (failures, error) => failures < 1 && error instanceof ApiError && error.code === 'unavailable',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function onSignInChange(session: Session, listener: (signedIn: boolean) => Promise<void>): void {
  const isSignedIn = () => ['success', 'ended'].includes(session.state().status);
  let before = isSignedIn();
  session.subscribe(() => {
    if (isSignedIn() === before) return;
    before = isSignedIn();
    void listener(before);
  });
}

/** Calls back when an ended session resumes. */
function whenResumed(session: Session, listener: () => void): void {
  let before = session.state().status;
  session.subscribe(() => {
    const after = session.state().status;
    if (before === 'ended' && after === 'success') listener();
    before = after;
  });
}
