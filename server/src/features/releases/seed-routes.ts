import { seedTenant } from '@mission-control/contract/releases/seed/calls';
import { handleRun } from '../runs/public.ts';
import { seedNamedTenant } from './seed-tenant.ts';

export const seedRoutes = [
  handleRun(seedTenant, {
    start: (ctx, { body }, click) => seedNamedTenant(ctx, body.tenant, click),
    answer: ({ id, output }) => ({ output, run_id: id }),
  }),
];
