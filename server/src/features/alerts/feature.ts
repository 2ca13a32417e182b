import * as calls from '@mission-control/contract/alerts/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { acknowledgeAlert, reopenAlert } from './acknowledge-alert.ts';
import { countAlerts, getAlert, listAlerts } from './list-alerts.ts';
import { previewAlertRule } from './preview-rule.ts';
import {
  addAlertChannel,
  deleteAlertChannel,
  listAlertChannels,
  listDeliveries,
  saveAlertChannel,
  testAlertChannel,
} from './save-channel.ts';
import {
  addAlertSubscription,
  endAlertSubscription,
  listAlertSubscriptions,
  saveAlertSubscription,
} from './subscriptions/subscribe.ts';
import { addAlertRule, deleteAlertRule, listAlertRules, saveAlertRule } from './save-rule.ts';
import { purgeAlerts } from './deliver/queries-outbox.ts';
import { alertMetrics } from './metrics.ts';
import { RETENTION_DAYS } from './queries.ts';

export const alertFeature = {
  routes: [
    handle(calls.listAlerts, listAlerts),
    handle(calls.countAlerts, (ctx) => countAlerts(ctx)),
    handle(calls.getAlert, (ctx, { params }) => getAlert(ctx, params.id)),
    handle(calls.acknowledgeAlert, (ctx, { params, body }) => acknowledgeAlert(ctx, params.id, body)),
    handle(calls.reopenAlert, (ctx, { params }) => reopenAlert(ctx, params.id)),
    handle(calls.listAlertRules, (ctx) => listAlertRules(ctx)),
    handle(calls.addAlertRule, (ctx, { body }) => addAlertRule(ctx, body)),
    handle(calls.saveAlertRule, (ctx, { params, query, body }) => saveAlertRule(ctx, params.id, body, query.known)),
    handle(calls.deleteAlertRule, (ctx, { params }) => deleteAlertRule(ctx, params.id)),
    handle(calls.previewAlertRule, (ctx, { body }) => previewAlertRule(ctx, body)),
    handle(calls.listAlertChannels, (ctx) => listAlertChannels(ctx)),
    handle(calls.addAlertChannel, (ctx, { body }) => addAlertChannel(ctx, body)),
    handle(calls.saveAlertChannel, (ctx, { params, query, body }) =>
      saveAlertChannel(ctx, params.id, body, query.known),
    ),
    handle(calls.deleteAlertChannel, (ctx, { params }) => deleteAlertChannel(ctx, params.id)),
    handle(calls.testAlertChannel, (ctx, { params }) => testAlertChannel(ctx, params.id)),
    handle(calls.listAlertSubscriptions, (ctx) => listAlertSubscriptions(ctx)),
    handle(calls.addAlertSubscription, (ctx, { body }) => addAlertSubscription(ctx, body)),
    handle(calls.saveAlertSubscription, (ctx, { params, body }) => saveAlertSubscription(ctx, params.id, body)),
    handle(calls.endAlertSubscription, (ctx, { params }) => endAlertSubscription(ctx, params.id)),
    handle(calls.listDeliveries, (ctx, { params }) => listDeliveries(ctx, params.id)),
  ],
  jobs: ({ db }): JobKind<object>[] => [
    { name: 'alerts.purge', schedule: '20 3 * * *', atStart: true, run: () => purgeAlerts(db, RETENTION_DAYS) },
  ],
  metrics: alertMetrics,
} satisfies Feature;
