import {
  getEnvironment,
  listCertificates,
  listEnvironments,
  listEnvironmentsFast,
  listRegions,
} from '@mission-control/contract/environments/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import {
  getEnvironmentDetail,
  listAllCertificates,
  listAllEnvironments,
  listAllRegions,
  listEnvironmentsWithCounts,
} from './service.ts';

export const environmentFeature = {
  routes: [
    handle(listEnvironmentsFast, async (ctx) => ({ environments: await listAllEnvironments(ctx) })),
    handle(listEnvironments, async (ctx) => ({ environments: await listEnvironmentsWithCounts(ctx) })),
    handle(getEnvironment, (ctx, { params: { id } }) => getEnvironmentDetail(ctx, id)),
    handle(listRegions, async (ctx) => ({ regions: await listAllRegions(ctx) })),
    handle(listCertificates, async (ctx) => ({ certificates: await listAllCertificates(ctx) })),
  ],
} satisfies Feature;
