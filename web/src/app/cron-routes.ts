import { listCron } from '@mission-control/contract/cron/calls';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { queryOf, startQueries } from '../lib/api/query.ts';
import { signedIn } from './frame-routes.tsx';

const cron = createRoute({
  getParentRoute: () => signedIn,
  path: '/cron',
  loader: ({ context }) => startQueries(context.queryClient, queryOf(listCron, {})),
  component: lazyRouteComponent(() => import('../features/cron/pages/cron-page.tsx'), 'CronPage'),
});

const cronBoard = createRoute({
  getParentRoute: () => signedIn,
  path: '/cron/board',
  component: lazyRouteComponent(() => import('../features/cron/pages/board-page.tsx'), 'CronBoardPage'),
});

const cronOverlap = createRoute({
  getParentRoute: () => signedIn,
  path: '/cron/overlap',
  component: lazyRouteComponent(() => import('../features/cron/pages/overlap-page.tsx'), 'CronOverlapPage'),
});

const cronLogs = createRoute({
  getParentRoute: () => signedIn,
  path: '/cron/logs',
  component: lazyRouteComponent(() => import('../features/cron/pages/logs-page.tsx'), 'CronLogsPage'),
});

/** The pages about the cron of the fleet. */
export const cronRoutes = [cron, cronBoard, cronOverlap, cronLogs] as const;
