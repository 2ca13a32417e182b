import { listDatabases, listDatabaseTenants, listDetachedDatabases } from '@mission-control/contract/databases/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { listDatabases as list } from './list-databases.ts';
import { listDetached, listTenantsOn } from './list-tenants-on.ts';
import { createSampler } from './sample-databases.ts';

export const databaseFeature = {
  routes: [
    handle(listDatabases, (ctx, { query }) => list(ctx, query)),
    handle(listDatabaseTenants, async (ctx, { params }) => ({ tenants: await listTenantsOn(ctx, params.id) })),
    handle(listDetachedDatabases, async (ctx, { params }) => ({ databases: await listDetached(ctx, params.id) })),
  ],
  jobs: (services): JobKind<object>[] => {
    const sampler = createSampler(services);
    return [{ name: 'databases.sample', atStart: true, schedule: '* * * * *', run: () => sampler.run() }];
  },
} satisfies Feature;
