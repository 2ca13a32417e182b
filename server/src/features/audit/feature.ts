import * as calls from '@mission-control/contract/audit/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature, JobLimits } from '../../platform/feature.ts';
import { deliverCheckpoint, DELIVERY_JOB, writeCheckpoint } from '../../platform/audit/checkpoints.ts';
import { removeOldEvents, type AuditRetention } from '../../platform/audit/removals.ts';
import { systemCtx, type Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { exportAudit, listAuditPage, listStores, listTenantChanges, verifyAudit } from './service.ts';

const removal = (services: Services, { days, asOwner }: AuditRetention): JobKind<object> => ({
  name: 'audit.remove-old',
  schedule: '40 3 * * *',
  atStart: true,
  run: async () => {
    const removed = await asOwner((db) => removeOldEvents(systemCtx(services, 'retention'), db, days));
    if (removed > 0) services.log.info({ removed, days }, 'old events of the audit log were removed');
  },
});

export const auditFeature = {
  routes: [
    handle(calls.listAuditEvents, (ctx, { query }) => listAuditPage(ctx, query)),
    handle(calls.listTenantChanges, (ctx, { params, query }) => listTenantChanges(ctx, params.id, query)),
    handle(calls.exportAudit, (ctx, { query }) => exportAudit(ctx, query)),
    handle(calls.getAuditStores, async (ctx) => ({ stores: await listStores(ctx) })),
    handle(calls.verifyAudit, async (ctx) => verifyAudit(ctx)),
  ],
  /** Signs the head of the audit chain every hour and removes old events every night, and does both whenever a worker starts. */
  jobs: (services: Services, { auditRetention }: Pick<JobLimits, 'auditRetention'>): JobKind<object>[] => [
    {
      name: 'audit.checkpoint',
      schedule: '0 * * * *',
      atStart: true,
      run: async () => void (await writeCheckpoint(services)),
    },
    {
      name: DELIVERY_JOB,
      timed: true,
      run: (data) => {
        const { store, line } = data as { store: string; line: string };
        return deliverCheckpoint(services, store, line);
      },
    },
    ...(auditRetention === null ? [] : [removal(services, auditRetention)]),
  ],
} satisfies Feature;
