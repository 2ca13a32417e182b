import {
  listCertificates,
  listEnvironments,
  listEnvironmentsFast,
  listRegions,
} from '@mission-control/contract/environments/calls';
import { handle } from '../../platform/calls/handler.ts';
import { listAllCertificates, listAllEnvironments, listAllRegions, listEnvironmentsWithCounts } from './service.ts';

export const environmentRoutes = [
  handle(listEnvironmentsFast, async (ctx) => ({ environments: await listAllEnvironments(ctx) })),
  handle(listEnvironments, async (ctx) => ({ environments: await listEnvironmentsWithCounts(ctx) })),
  handle(listRegions, async (ctx) => ({ regions: await listAllRegions(ctx) })),
  handle(listCertificates, async (ctx) => ({ certificates: await listAllCertificates(ctx) })),
];
