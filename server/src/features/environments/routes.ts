import { listEnvironmentsFast } from '@mission-control/contract/environments/calls';
import { handle } from '../../platform/calls/handler.ts';
import { listEnvironments } from './service.ts';

export const environmentRoutes = [
  handle(listEnvironmentsFast, async (ctx) => ({ environments: await listEnvironments(ctx) })),
];
