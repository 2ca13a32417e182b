import { listEnvironments, listEnvironmentsFast, listRegions } from '@mission-control/contract/environments/calls';
import { handle } from '../../platform/calls/handler.ts';
import { listAllEnvironments, listAllRegions, listEnvironmentsWithCounts } from './service.ts';

export const environmentRoutes = [
  handle(listEnvironmentsFast, async (ctx) => ({ environments: await listAllEnvironments(ctx) })),
  handle(listEnvironments, async (ctx) => ({ environments: await listEnvironmentsWithCounts(ctx) })),
  handle(listRegions, async (ctx) => ({ regions: await listAllRegions(ctx) })),
];
