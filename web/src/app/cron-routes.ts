import { listCron } from '@mission-control/contract/cron/calls';
import { createRoute } from '@tanstack/react-router';
import { queryOf, startQueries } from '../lib/api/query.ts';
import { lazyPage } from '../lib/lazy-part.ts';
import { signedIn } from './frame-routes.tsx';

const cron = createRoute({
  getParentRoute: () => signedIn,
  path: '/cron',
  loader: ({ context }) => startQueries(context.queryClient, queryOf(listCron, {})),
  component: lazyPage(() => import('../features/cron/pages/cron-page.tsx'), 'CronPage'),
});

const cronBoard = createRoute({
  getParentRoute: () => signedIn,
  path: '/cron/board',
  component: lazyPage(() => import('../features/cron/pages/board-page.tsx'), 'CronBoardPage'),
});

const cronOverlap = createRoute({
  getParentRoute: () => signedIn,
  path: '/cron/overlap',
  component: lazyPage(() => import('../features/cron/pages/overlap-page.tsx'), 'CronOverlapPage'),
});

const cronLogs = createRoute({
  getParentRoute: () => signedIn,
  path: '/cron/logs',
  component: lazyPage(() => import('../features/cron/pages/logs-page.tsx'), 'CronLogsPage'),
});

/** The pages about the cron of the fleet. */
export const cronRoutes = [cron, cronBoard, cronOverlap, cronLogs] as const;
