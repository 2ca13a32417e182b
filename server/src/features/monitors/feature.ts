import * as calls from '@mission-control/contract/monitors/calls';
import * as imports from '@mission-control/contract/monitors/import/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { readDomainStatus } from './domain-status.ts';
import { importChecks, planChecks } from './import/import-checks.ts';
import { checkMonitor, saveFoundChecks, saveMonitorChecks } from './save-checks.ts';
import { listMonitors, searchMonitors } from './search-monitors.ts';
import { getMonitor, switchMonitor } from './service.ts';
import { listStatusPages, publishStatusPage, withdrawStatusPage } from './status/status-pages.ts';
import { getTenantUptime, listUptime } from './uptime.ts';
import { rollUp } from './charts/roll-up.ts';
import { countMonitors, readLastCheck } from './queries-fleet.ts';

export const monitorFeature = {
  routes: [
    handle(calls.listMonitors, (ctx) => listMonitors(ctx)),
    handle(calls.searchMonitors, searchMonitors),
    handle(calls.listDomainStanding, (ctx, { params }) => readDomainStatus(ctx, params.id, params.service)),
    handle(calls.getMonitor, (ctx, { params, query }) => getMonitor(ctx, params.id, query.range)),
    handle(calls.switchMonitor, (ctx, { params, body }) => switchMonitor(ctx, params.id, body.active)),
    handle(calls.saveMonitorChecks, (ctx, { params, body }) => saveMonitorChecks(ctx, params.id, body)),
    handle(calls.saveFoundChecks, (ctx, { body }) => saveFoundChecks(ctx, body)),
    handle(imports.planChecks, (ctx, { body }) => planChecks(ctx, body.file)),
    handle(imports.importChecks, (ctx, { body }) => importChecks(ctx, body)),
    handle(calls.listUptime, (ctx, { query }) => listUptime(ctx, query)),
    handle(calls.getTenantUptime, (ctx, { params, query }) => getTenantUptime(ctx, params.id, query.month)),
    handle(calls.checkMonitor, (ctx, { params }) => checkMonitor(ctx, params.id)),
    handle(calls.listStatusPages, (ctx) => listStatusPages(ctx)),
    handle(calls.publishStatusPage, (ctx, { params, body }) => publishStatusPage(ctx, params.account, body.renew)),
    handle(calls.withdrawStatusPage, (ctx, { params }) => withdrawStatusPage(ctx, params.account)),
  ],
  jobs: (services): JobKind<object>[] => [
    { name: 'monitors.roll-up', atStart: true, schedule: '2 * * * *', run: () => rollUp(services) },
  ],
  metrics: [
    {
      name: 'monitors',
      help: 'Monitors that are up, down, not checked yet, closed on purpose (maintenance, inactive) and switched off.',
      label: 'state',
      read: async ({ db }) => new Map(Object.entries(await countMonitors(db))),
    },
    {
      name: 'monitor_last_check_seconds',
      help: 'How long ago any worker last stored checks; absent before the first.',
      label: null,
      read: async ({ db, clock }) => {
        const last = await readLastCheck(db);
        return last === null ? new Map() : new Map([['', (clock.now().getTime() - last.getTime()) / 1000]]);
      },
    },
  ],
} satisfies Feature;
