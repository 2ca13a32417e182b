import { mdiLogin } from '@mdi/js';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { GlobalSearch } from '../features/search/parts/global-search.tsx';
import { lazyPersistent } from '../ui/lazy-persistent.ts';
import { useLiveStatus, useLiveUpdates } from '../lib/live/live.ts';
import { recentTenants } from '../lib/recent-tenants.ts';
import { toastError } from '../lib/toast/toast-error.ts';
import { useConsole } from '../lib/role-refusal.ts';
import { ActionButton } from '../ui/action/action-button.tsx';
import { Link } from '../ui/action/link.tsx';
import { useNow } from '../ui/display/now.ts';
import { styled } from '../ui/theme/styled.ts';
import { color, narrow } from '../ui/theme/tokens.ts';
import { helpOf } from './help-anchors.ts';
import { useSession, useSessionState } from './session/session-context.ts';
import { HOME_PATH, PLACES } from './shell/places.ts';
import { Logo } from './shell/logo.tsx';
import { Shell } from './shell/shell.tsx';

const Bar = styled('header')({
  height: 48,
  padding: '0 16px',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  background: color.surface,
  borderBottom: `1px solid ${color.line}`,
});
const Brand = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  fontWeight: 620,
  fontSize: 14,
  letterSpacing: '-.015em',
});
const Body = styled('main')({ minHeight: 'calc(100vh - 80px)', display: 'flex', flexDirection: 'column' });
const Footer = styled('footer')({
  height: 32,
  padding: '0 24px',
  display: 'flex',
  alignItems: 'center',
  borderTop: `1px solid ${color.line}`,
  fontSize: 12,
  color: color.text3,
  [narrow]: { padding: '0 12px' },
});

/** Frame of public pages for users who are not signed in: no drawer, no user chip, a Log in button. */
function PublicFrame({ year, children }: { year: number; children: ReactNode }) {
  return (
    <>
      <Bar>
        <Brand variant="plain" href="/">
          <Logo />
          <span>Mission Control</span>
        </Brand>
        <ActionButton size="small" icon={mdiLogin} href="/">
          Log in
        </ActionButton>
      </Bar>
      <Body>{children}</Body>
      <Footer>© {year} Mission Control</Footer>
    </>
  );
}

const loadPalette = async () => (await import('./shell/console-palette.tsx')).ConsolePalette;

const RunNotifications = lazyPersistent(async () => (await import('../lib/run/run-notifications.ts')).RunNotifications);

const AlertBell = lazyPersistent(async () => (await import('../features/alerts/public.tsx')).AlertBell);

const SignInDialog = lazyPersistent(async () => (await import('./session/sign-in-dialog.tsx')).SignInDialog);

/** Pages that are not below the address of their place, by place. */
const PAGES_ELSEWHERE: Readonly<Record<string, RegExp>> = {
  '/tenant': /^\/bulk(\/|$)/,
  '/tools': /^\/(alerts|audit|compare|drift|fleet|people|runs)(\/|$)/,
};

const A_MINUTE = 60_000;

/** The frame of every page except the landing page. */
export function AppFrame() {
  const session = useSession();
  const state = useSessionState();
  const signedIn = state.status === 'success';
  const hasEnded = state.status === 'ended';
  const path = useLocation({ select: (location) => location.pathname });
  const helpHref = helpOf(useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' }));
  const about = useConsole(signedIn || hasEnded);
  const live = useLiveStatus();
  useLiveUpdates(signedIn);
  const year = new Date(useNow(A_MINUTE)).getFullYear();
  if (!signedIn && !hasEnded) {
    return (
      <PublicFrame year={year}>
        <Outlet />
      </PublicFrame>
    );
  }
  return (
    <Shell
      entries={PLACES.map((place) => ({
        ...place,
        active:
          path === place.href || path.startsWith(`${place.href}/`) || PAGES_ELSEWHERE[place.href]?.test(path) === true,
      }))}
      homeHref={HOME_PATH}
      user={{ name: state.user, role: about?.role ?? null, sandbox: about?.sandbox ?? false }}
      helpHref={helpHref}
      onLogout={() => {
        recentTenants.clear();
        void session.logOut().catch(toastError);
      }}
      live={live === 'live' ? 'live' : 'reconnecting'}
      alerts={
        <Suspense>
          <AlertBell />
        </Suspense>
      }
      search={<GlobalSearch loadPalette={loadPalette} />}
      year={year}
    >
      <Outlet />
      <Suspense>
        {hasEnded ? <SignInDialog user={state.user} /> : null}
        <RunNotifications />
      </Suspense>
    </Shell>
  );
}
