import {
  mdiClockOutline,
  mdiDatabaseOutline,
  mdiHelpCircleOutline,
  mdiInformationOutline,
  mdiOfficeBuildingOutline,
  mdiPulse,
  mdiServerOutline,
  mdiToolboxOutline,
  mdiViewDashboardOutline,
} from '@mdi/js';
import { Suspense } from 'react';
import { getConsole } from '@mission-control/contract/help/calls';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { GlobalSearch } from '../features/search/parts/global-search.tsx';
import { lazyPersistent } from '../lib/lazy-part.ts';
import { useLiveStatus, useLiveUpdates } from '../lib/live.ts';
import { recentTenants } from '../lib/recent-tenants.ts';
import { toastError } from '../lib/toast-error.ts';
import { useNow } from '../ui/now.ts';
import { queryOf } from '../lib/query.ts';
import { helpOf } from './help-anchors.ts';
import { HOME_PATH } from './home-path.ts';
import { PublicFrame } from './public-frame.tsx';
import { useSession, useSessionState } from './session/session-context.ts';
import { Shell } from './shell/shell.tsx';
import { TOOLS } from './tools/tools.ts';

/** The drawer's places, in the order of the documents [SHELL-81]. */
const PLACES = [
  { label: 'Dashboard', icon: mdiViewDashboardOutline, href: '/dashboard' },
  { label: 'Monitor', icon: mdiPulse, href: '/monitor' },
  { label: 'Cron Statistics', icon: mdiClockOutline, href: '/cron' },
  { label: 'Tenants', icon: mdiOfficeBuildingOutline, href: '/tenant' },
  { label: 'Environment', icon: mdiServerOutline, href: '/environment' },
  { label: 'Databases', icon: mdiDatabaseOutline, href: '/database' },
  { label: 'Tools', icon: mdiToolboxOutline, href: '/tools' },
  { label: 'About', icon: mdiInformationOutline, href: '/about' },
] as const;

/** What the palette finds, besides the drawer and the tools. */
const HELP = { label: 'Help', icon: mdiHelpCircleOutline, href: '/help' } as const;
const PAGES = [...PLACES, ...TOOLS, HELP];

const RunNews = lazyPersistent(async () => (await import('../lib/run-news.ts')).RunNews);

const A_MINUTE = 60_000;

const consoleQuery = { ...queryOf(getConsole, {}), staleTime: Infinity };

/** What stands around every page but the landing page. */
export function AppFrame() {
  const session = useSession();
  const state = useSessionState();
  const signedIn = state.status === 'success';
  const path = useLocation({ select: (location) => location.pathname });
  const helpHref = helpOf(useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' }));
  const { data: about } = useQuery({ ...consoleQuery, enabled: signedIn });
  const live = useLiveStatus();
  useLiveUpdates(signedIn);
  const year = new Date(useNow(A_MINUTE)).getFullYear();
  if (!signedIn) {
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
          path === place.href ||
          path.startsWith(`${place.href}/`) ||
          (place.href === '/tools' && path.startsWith('/runs')),
      }))}
      homeHref={HOME_PATH}
      user={{ name: state.user, role: about?.role ?? null, sandbox: about?.sandbox ?? false }}
      helpHref={helpHref}
      onLogout={() => {
        recentTenants.clear();
        void session.logOut().catch(toastError);
      }}
      live={live === 'live' ? 'live' : 'reconnecting'}
      search={<GlobalSearch pages={PAGES} />}
      year={year}
    >
      <Outlet />
      <Suspense>
        <RunNews />
      </Suspense>
    </Shell>
  );
}
