export const SEVERITIES = ['critical', 'warning', 'notice'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const ALERT_STATES = ['open', 'acknowledged', 'resolved'] as const;
export type AlertState = (typeof ALERT_STATES)[number];
