import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idInAddress, idParams, knownQuery } from '../id.ts';
import { SEARCH_LIMIT } from '../search/rules.ts';
import { TOPIC } from '../topics.ts';
import { ALERT_STATES, SEVERITIES } from './states.ts';
import {
  acknowledgement,
  alertChannel,
  alertRow,
  alertRule,
  alertSubscription,
  channelInput,
  delivery,
  previewedMessage,
  ruleInput,
  subscriptionInput,
} from './schema.ts';

/** Maximum alerts per response. */
export const ALERTS_PAGE = 50;

export const listAlerts = defineCall({
  name: 'listAlerts',
  method: 'GET',
  path: '/api/alert',
  access: 'viewer',
  topics: ({ query }) => [
    TOPIC.alerts,
    TOPIC.alertRules,
    ...(query.mine ? [TOPIC.alertSubscriptions, TOPIC.views] : []),
  ],
  throttleMs: 1_000,
  summary: `Alerts in a state, newest first, ${ALERTS_PAGE} at a time, with the number in each state; resolved ones of the last 90 days only.`,
  query: z.strictObject({
    state: z.enum(ALERT_STATES).default('open'),
    severity: z.enum(SEVERITIES).optional(),
    q: z.string().max(SEARCH_LIMIT).optional(),
    /** Only those that match the caller's own subscriptions. */
    mine: z.literal('1').optional(),
    /** Cursor: only alerts older than this id. */
    before: idInAddress.optional(),
  }),
  response: z.object({
    alerts: z.array(alertRow),
    next: z.int().nullable(),
    counts: z.object({ open: z.int(), acknowledged: z.int(), resolved: z.int() }),
    /** Number of enabled rules. */
    rules: z.int(),
  }),
});

export const countAlerts = defineCall({
  name: 'countAlerts',
  method: 'GET',
  path: '/api/alert/count',
  access: 'viewer',
  topics: () => [TOPIC.alerts],
  throttleMs: 1_000,
  summary: 'The number of open alerts, and the most severe one.',
  response: z.object({ open: z.int(), gravest: z.enum(SEVERITIES).nullable() }),
});

export const getAlert = defineCall({
  name: 'getAlert',
  method: 'GET',
  path: '/api/alert/{id}',
  access: 'viewer',
  topics: () => [TOPIC.alerts, TOPIC.alertRules, TOPIC.alertChannels, TOPIC.alertSubscriptions],
  throttleMs: 1_000,
  summary: 'An alert with its subjects and the messages sent about it.',
  params: idParams,
  response: z.object({ alert: alertRow, deliveries: z.array(delivery) }),
});

export const acknowledgeAlert = defineCall({
  name: 'acknowledgeAlert',
  method: 'POST',
  path: '/api/alert/{id}/acknowledgement',
  access: 'operator',
  summary: 'Acknowledges an alert until a given time or until it is resolved; 409 once it is resolved.',
  params: idParams,
  body: acknowledgement,
  response: alertRow,
});

export const reopenAlert = defineCall({
  name: 'reopenAlert',
  method: 'DELETE',
  path: '/api/alert/{id}/acknowledgement',
  access: 'operator',
  summary: 'Withdraws the acknowledgement of an alert.',
  params: idParams,
  response: alertRow,
});

export const listAlertRules = defineCall({
  name: 'listAlertRules',
  method: 'GET',
  path: '/api/alert-rule',
  access: 'viewer',
  topics: () => [TOPIC.alertRules, TOPIC.alerts],
  throttleMs: 1_000,
  summary: 'The rules that open alerts.',
  response: z.object({ rules: z.array(alertRule) }),
});

export const addAlertRule = defineCall({
  name: 'addAlertRule',
  method: 'POST',
  path: '/api/alert-rule',
  access: 'admin',
  summary: 'Adds a rule.',
  body: ruleInput,
  status: 201,
  response: alertRule,
});

export const saveAlertRule = defineCall({
  name: 'saveAlertRule',
  method: 'PUT',
  path: '/api/alert-rule/{id}',
  access: 'admin',
  summary:
    'Replaces a rule; alerts it no longer applies to are resolved. With `known`, the `updated_at` that was read: 409 if it was saved since.',
  params: idParams,
  query: knownQuery,
  body: ruleInput,
  response: alertRule,
});

export const deleteAlertRule = defineCall({
  name: 'deleteAlertRule',
  method: 'DELETE',
  path: '/api/alert-rule/{id}',
  access: 'admin',
  summary: 'Deletes a rule; its alerts are resolved and kept.',
  params: idParams,
  response: z.object({}),
});

export const previewAlertRule = defineCall({
  name: 'previewAlertRule',
  method: 'POST',
  path: '/api/alert-rule/preview',
  access: 'admin',
  summary:
    'What a rule would have sent in the last 7 days, as far as history is kept, and what it would match now. Stores nothing.',
  timeoutMs: 30_000,
  body: ruleInput,
  response: z.object({
    /** Start of the history; null when none is kept. */
    from: z.iso.datetime().nullable(),
    /** Newest first, at most 100 of `count`. */
    messages: z.array(previewedMessage),
    count: z.int(),
    /** Current matches, at most 20 of `now_count`. */
    now: z.array(z.string()),
    now_count: z.int(),
    note: z.string(),
  }),
});

export const listAlertChannels = defineCall({
  name: 'listAlertChannels',
  method: 'GET',
  path: '/api/alert-channel',
  access: 'admin',
  topics: () => [TOPIC.alertChannels, TOPIC.alertRules, TOPIC.alerts, TOPIC.alertSubscriptions],
  throttleMs: 1_000,
  summary: 'The channels that alerts are sent to, without their secrets.',
  response: z.object({ channels: z.array(alertChannel) }),
});

export const addAlertChannel = defineCall({
  name: 'addAlertChannel',
  method: 'POST',
  path: '/api/alert-channel',
  access: 'admin',
  summary: 'Adds a channel. Its secrets are stored encrypted and never returned.',
  body: channelInput,
  status: 201,
  response: alertChannel,
});

export const saveAlertChannel = defineCall({
  name: 'saveAlertChannel',
  method: 'PUT',
  path: '/api/alert-channel/{id}',
  access: 'admin',
  summary:
    'Replaces a channel; a null secret keeps the stored one. With `known`, the `updated_at` that was read: 409 if it was saved since.',
  params: idParams,
  query: knownQuery,
  body: channelInput,
  response: alertChannel,
});

export const deleteAlertChannel = defineCall({
  name: 'deleteAlertChannel',
  method: 'DELETE',
  path: '/api/alert-channel/{id}',
  access: 'admin',
  summary: 'Deletes a channel and drops its queued messages.',
  params: idParams,
  response: z.object({}),
});

export const testAlertChannel = defineCall({
  name: 'testAlertChannel',
  method: 'POST',
  path: '/api/alert-channel/{id}/test',
  access: 'admin',
  summary: 'Sends a test message at once and returns the outcome; it is not retried.',
  timeoutMs: 40_000,
  params: idParams,
  // Recipients of an e-mail that the mail server refused, if it accepted others.
  response: delivery.extend({ refused: z.array(z.string()) }),
});

export const listDeliveries = defineCall({
  name: 'listDeliveries',
  method: 'GET',
  path: '/api/alert-channel/{id}/delivery',
  access: 'admin',
  topics: () => [TOPIC.alerts, TOPIC.alertChannels, TOPIC.alertSubscriptions],
  throttleMs: 1_000,
  summary: 'The last 30 messages of a channel with their outcome.',
  params: idParams,
  response: z.object({ deliveries: z.array(delivery) }),
});

export const listAlertSubscriptions = defineCall({
  name: 'listAlertSubscriptions',
  method: 'GET',
  path: '/api/alert-subscription',
  access: 'viewer',
  personOnly: true,
  topics: () => [TOPIC.alertSubscriptions, TOPIC.alertChannels, TOPIC.users, TOPIC.alerts],
  throttleMs: 1_000,
  summary: 'The e-mail subscriptions of the caller; for admins, of everybody.',
  response: z.object({
    subscriptions: z.array(alertSubscription),
    /** True if an enabled channel can send them. */
    sends: z.boolean(),
  }),
});

export const addAlertSubscription = defineCall({
  name: 'addAlertSubscription',
  method: 'POST',
  path: '/api/alert-subscription',
  access: 'viewer',
  personOnly: true,
  summary:
    'Subscribes the caller to alerts by e-mail, starting with the next alert. At most 20 subscriptions per person.',
  body: subscriptionInput,
  status: 201,
  response: alertSubscription,
});

export const saveAlertSubscription = defineCall({
  name: 'saveAlertSubscription',
  method: 'PUT',
  path: '/api/alert-subscription/{id}',
  access: 'viewer',
  personOnly: true,
  summary: 'Replaces one of the caller’s subscriptions.',
  params: idParams,
  body: subscriptionInput,
  response: alertSubscription,
});

export const endAlertSubscription = defineCall({
  name: 'endAlertSubscription',
  method: 'DELETE',
  path: '/api/alert-subscription/{id}',
  access: 'viewer',
  personOnly: true,
  summary: 'Ends one of the caller’s subscriptions; admins may end any. Its queued messages are dropped.',
  params: idParams,
  response: z.object({}),
});
