import { seedTenant } from '@mission-control/contract/releases/seed/calls';
import { handle } from '../../platform/calls/handler.ts';
import { keyOf } from '../runs/public.ts';
import { seedNamedTenant } from './seed-tenant.ts';

export const seedRoutes = [handle(seedTenant, (ctx, { body }, http) => seedNamedTenant(ctx, body.tenant, keyOf(http)))];
