export { findAlerts } from './queries.ts';
export { alertMembers, alertRules, alerts } from './tables.ts';
export { alertSources } from './timeline.ts';
