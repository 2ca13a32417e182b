import {
  CHANNEL_KINDS,
  SEVERITIES,
  type AlertState,
  type ChannelKind,
  type Severity,
} from '@mission-control/contract/alerts/rules';
import type { AlertEvent, AlertScope, Delivery } from '@mission-control/contract/alerts/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { countText } from '@mission-control/contract/numbers';
import type { ChipMeaning } from '../../ui/display/status-chip.tsx';

/** Invalidated when an alert, rule, channel or subscription changes. */
export const ALERT_TOPICS = [TOPIC.alerts, TOPIC.alertRules, TOPIC.alertChannels, TOPIC.alertSubscriptions];

export const STATE_LABELS: Readonly<Record<AlertState, string>> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
};

export const SEVERITY_WORDS: Readonly<Record<Severity, { label: string; meaning: ChipMeaning }>> = {
  critical: { label: 'Critical', meaning: 'bad' },
  warning: { label: 'Warning', meaning: 'warn' },
  notice: { label: 'Notice', meaning: 'notice' },
};
export const severityOptions = SEVERITIES.map((value) => ({ value, label: SEVERITY_WORDS[value].label }));

export const CHANNEL_LABELS: Readonly<Record<ChannelKind, string>> = {
  webhook: 'Webhook',
  slack: 'Slack',
  teams: 'Teams',
  email: 'E-mail',
};
export const channelOptions = CHANNEL_KINDS.map((value) => ({ value, label: CHANNEL_LABELS[value] }));

export const EVENT_LABELS: Readonly<Record<AlertEvent, string>> = {
  opened: 'Opened',
  resolved: 'Resolved',
  flapping: 'Flapping',
  reminder: 'Still open',
  test: 'Test',
};

export const DELIVERY_WORDS: Readonly<Record<Delivery['state'], { label: string; meaning: ChipMeaning }>> = {
  waiting: { label: 'Waiting', meaning: 'notice' },
  sent: { label: 'Sent', meaning: 'good' },
  'given-up': { label: 'Given up', meaning: 'bad' },
  skipped: { label: 'Not sent', meaning: 'off' },
};

/** The scope of a rule or subscription, as text. */
export function scopeText(scope: AlertScope): string {
  const parts = Object.entries({
    region: scope.regions,
    environment: scope.environments,
    tenant: scope.tenants,
    view: scope.views ?? [],
  }).flatMap(([one, ids]) => (ids.length === 0 ? [] : [countText(ids.length, one)]));
  return parts.length === 0 ? 'Everything' : parts.join(', ');
}
